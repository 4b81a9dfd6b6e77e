// The service on Deno's own server.
import { createService } from './service.ts'

declare const Deno: {
  serve(options: object, handler: unknown): unknown
  readonly env: { get(name: string): string | undefined }
}

const { fetch } = createService(Deno.env.get('OPTIONS'))
const onListen = ({ port }: { port: number }): void => {
  console.log(`listening http://127.0.0.1:${port}`)
}
Deno.serve({ hostname: '127.0.0.1', port: 0, onListen }, fetch)
