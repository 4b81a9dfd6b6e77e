// mockttp with one rule: `mockttp.mjs <port>`.
import { load } from '../peers/load.mjs'

const { getLocal } = await load('mockttp')
const server = getLocal()
await server.start(Number(process.argv[2]))
await server.forGet('/hello').thenJson(200, { hello: 'world' })
