import { createMockServer } from '@mock-endpoint/vitest-plugin'
import got from 'got'
import Stripe from 'stripe'
import { expect, test } from 'vitest'

const mock = await createMockServer({ https: true })

test('a client that takes an agent', async () => {
  const api = await mock.serve('stripe')
  await api.when('POST /v1/charges', { data: { id: 'ch_1', object: 'charge' } })
  const { host, port, protocol } = api // protocol is 'https'
  const stripe = new Stripe('sk_test_1', { host, port, protocol, httpAgent: mock.agent })
  const charge = await stripe.charges.create({ amount: 950, currency: 'eur' })
  expect(charge.id).toBe('ch_1')
})

test('a client that takes a certificate to trust', async () => {
  const orders = await mock.add({ name: 'orders', data: [1] })
  const https = { certificateAuthority: mock.ca }
  expect(await got(orders.url, { https }).json()).toEqual([1])
})
