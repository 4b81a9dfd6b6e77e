// The mock service on Deno's own server.
import { createApp } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'

const { fetch } = createApp({ store: createMemoryStore() })
const port = Number(Deno.env.get('PORT') ?? 16540)
Deno.serve({ hostname: '127.0.0.1', port }, fetch)
