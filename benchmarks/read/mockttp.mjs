// mockttp, without the record of its traffic that it keeps for its asserts.
import { load } from '../peers/load.mjs'
import { bodies, listening, type } from './bodies.mjs'

const { getLocal } = await load('mockttp')

const server = getLocal({ recordTraffic: false, suggestChanges: false })
await server.start(0)
for (const [name, text] of Object.entries(bodies)) {
  // With headers of its own it adds none: without a length it would end each connection.
  const headers = { 'content-type': type, 'content-length': String(text.length) }
  await server.forGet(`/${name}`).thenReply(200, text, headers)
}
listening(server.port)
