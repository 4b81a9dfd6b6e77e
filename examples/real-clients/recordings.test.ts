import { test } from '@mock-endpoint/vitest-plugin'
import Stripe from 'stripe'
import { expect } from 'vitest'

// `recordings/stripe` is committed. Its two pages were played by the service of `record.test.ts`.
test('a test that has recorded needs no network', async ({ mock }) => {
  const { host, port, protocol } = await mock.record('stripe', {
    from: 'https://api.stripe.com',
    to: new URL('recordings/stripe', import.meta.url),
  })
  const stripe = new Stripe('sk_test_0123456789', { host, port, protocol, maxNetworkRetries: 0 })
  const charges = await stripe.charges.list({ limit: 1 }).autoPagingToArray({ limit: 10 })
  expect(charges.map(({ id }) => id)).toEqual(['ch_1', 'ch_2'])
})
