// The service on Bun's own server.
import { createService } from './service.ts'

declare const Bun: {
  serve(options: object): { readonly url: URL }
  readonly env: Readonly<Record<string, string | undefined>>
}

const { fetch } = createService(Bun.env['OPTIONS'])
// Bun closes a connection that is quiet for 10 s, even while it waits for a response.
const { url } = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  development: false,
  fetch,
})
console.log(`listening ${url}`)
