// An app of one's own that can answer for the backends which its pages call.
import { Hono } from 'hono'

/** `mocks` is what `createApp` of `@mock-endpoint/core` makes; it answers below /mocks. */
export function createShop({ mocks } = {}) {
  const shop = new Hono()
  shop.get('/api/version', (c) => c.text('1'))
  shop.notFound((c) => c.text('The shop has no such page.', 404))
  if (mocks) shop.route('/mocks', mocks)
  return shop
}
