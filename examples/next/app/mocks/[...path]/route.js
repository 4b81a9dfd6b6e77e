// The mock service below /mocks of a Next app.
import { createApp } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { Hono } from 'hono'

const { fetch } = new Hono().route('/mocks', createApp({ store: createMemoryStore() }))
const answer = (request) => fetch(request)

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
