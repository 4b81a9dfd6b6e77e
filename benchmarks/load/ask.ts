// One request on its own connection, as cheap as possible.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

export interface Fetched {
  readonly status: number
  readonly text: string
  /** The length of the whole response, with its head. */
  readonly bytes: number
}

/**
 * Disconnects before the server does. Otherwise the server's port would stay taken for a minute.
 * With `keep-alive`, the response is as long as on a connection that is used again.
 */
export async function ask(url: string, method = 'GET', body = ''): Promise<Fetched> {
  const length = body && { 'content-length': Buffer.byteLength(body) }
  const headers = { connection: 'keep-alive', ...length }
  const asking = request(url, { method, headers, agent: false }).end(body)
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  const { socket } = response
  const text = Buffer.concat(await response.toArray()).toString()
  const bytes = socket.bytesRead
  asking.destroy()
  return { status: response.statusCode ?? 0, text, bytes }
}
