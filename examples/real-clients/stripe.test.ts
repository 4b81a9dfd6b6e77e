import { test } from '@mock-endpoint/vitest-plugin'
import Stripe from 'stripe'
import { expect } from 'vitest'

test('the SDK tries a charge again after a conflict', async ({ mock }) => {
  const api = await mock.serve('stripe')
  await api.when('POST /v1/charges', { data: { id: 'ch_1', object: 'charge' } })
  await api.once('POST /v1/charges', { statusCode: 409, data: { error: { message: 'Busy.' } } })

  const { host, port, protocol } = api
  const stripe = new Stripe('sk_test_1', { host, port, protocol })
  const charge = await stripe.charges.create({ amount: 950, currency: 'eur' })
  expect(charge.id).toBe('ch_1')
  expect(api).toHaveBeenRequestedTimes(2)
})

test('the SDK says what was refused', async ({ mock }) => {
  const api = await mock.serve('stripe')
  const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
  await api.when('POST /v1/charges', { statusCode: 402, data: { error } })
  const { host, port, protocol } = api
  const stripe = new Stripe('sk_test_1', { host, port, protocol, maxNetworkRetries: 0 })
  await expect(stripe.charges.create({ amount: 1, currency: 'eur' })).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
  })
  expect(api).toHaveBeenRequestedWith({ body: 'amount=1&currency=eur' })
})

test('the SDK reads all pages', async ({ mock }) => {
  const api = await mock.serve('stripe')
  const page = (ids: string[], has_more: boolean) => ({
    data: { object: 'list', url: '/v1/customers', has_more, data: ids.map((id) => ({ id })) },
  })
  await api.when('GET /v1/customers', page(['c3'], false))
  await api.when(
    { method: 'GET', path: '/v1/customers', query: { starting_after: null } },
    page(['c1', 'c2'], true),
  )
  const { host, port, protocol } = api
  const stripe = new Stripe('sk_test_1', { host, port, protocol })
  const ids: string[] = []
  for await (const { id } of stripe.customers.list({ limit: 2 })) ids.push(id)
  expect(ids).toEqual(['c1', 'c2', 'c3'])
})
