import { createMockServer } from '@mock-endpoint/vitest-plugin'
import Stripe from 'stripe'
import { expect, test } from 'vitest'

// It plays the real service here.
const real = await createMockServer({
  rules: [
    {
      endpoint: 'stripe',
      when: { method: 'POST', path: '/v1/charges' },
      response: { data: { id: 'ch_1', object: 'charge' } },
    },
  ],
})
const service = await real.serve('stripe')

const mock = await createMockServer({ allowForward: ['127.0.0.1'] })

test('the real API, but the third charge is declined', async () => {
  const api = await mock.serve('stripe')
  await api.when('/*', { forward: service.origin })
  const { host, port, protocol } = api
  const stripe = new Stripe('sk_test_1', { host, port, protocol, maxNetworkRetries: 0 })
  for (const amount of [100, 200]) await stripe.charges.create({ amount, currency: 'eur' })

  const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
  await api.once('POST /v1/charges', { statusCode: 402, data: { error } })
  const third = stripe.charges.create({ amount: 300, currency: 'eur' })
  await expect(third).rejects.toMatchObject({ code: 'card_declined' })
  const { id } = await stripe.charges.create({ amount: 400, currency: 'eur' })
  expect(id).toBe('ch_1')
  expect(service).toHaveBeenRequestedTimes(3)
})
