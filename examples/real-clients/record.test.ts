import { createMockServer } from '@mock-endpoint/vitest-plugin'
import Stripe from 'stripe'
import { expect, test } from 'vitest'

const charge = (id: string) => ({ id, object: 'charge' })
const page = (id: string, has_more: boolean) => ({ object: 'list', has_more, data: [charge(id)] })

// It plays the real service here.
const real = await createMockServer({
  rules: [
    {
      endpoint: 'stripe',
      when: { path: '/v1/charges', queryString: 'limit=1' },
      response: { data: page('ch_1', true) },
    },
    {
      endpoint: 'stripe',
      when: { path: '/v1/charges', queryString: 'limit=1&starting_after=ch_1' },
      response: { data: page('ch_2', false) },
    },
  ],
})
const service = await real.serve('stripe')

const mock = await createMockServer({ allowForward: ['127.0.0.1'] })

test('the pages of the real API are recorded, and replayed without it', async () => {
  const api = await mock.serve('stripe')
  await api.when('/*', { forward: service.origin, record: true })

  const { host, port, protocol } = api
  const stripe = new Stripe('sk_test_0123456789', { host, port, protocol, maxNetworkRetries: 0 })
  const list = () => stripe.charges.list({ limit: 1 }).autoPagingToArray({ limit: 10 })
  const recorded = await list()

  await mock.reset() // from now on, the recordings respond
  expect(await list()).toEqual(recorded)
  expect(service).toHaveBeenRequestedTimes(2)

  for await (const rule of mock.rules('stripe')) {
    expect(JSON.stringify(rule)).not.toContain('sk_test_0123456789')
  }
})
