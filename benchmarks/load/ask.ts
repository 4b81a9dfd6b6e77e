// One request on a connection of its own, as cheap as it can be made.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

export interface Fetched {
  readonly status: number
  readonly text: string
  /** With its head. */
  readonly bytes: number
}

/**
 * The client hangs up first: else the port of the server would stay taken for a minute. `keep-alive`
 * makes the response as long as one on a connection that is used again.
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
