// The mock service on Bun's own server.
import { createApp } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'

const { fetch } = createApp({ store: createMemoryStore() })
const port = Number(process.env['PORT'] ?? 16540)
// By default Bun closes connections that are idle for 10 s. Delays may be longer.
const { url } = Bun.serve({ hostname: '127.0.0.1', port, idleTimeout: 0, fetch })
console.log(`listening at ${url}`)
