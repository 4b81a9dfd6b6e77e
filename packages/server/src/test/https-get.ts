// An HTTPS client that trusts one authority.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'

/** Resolves to the body of the response. `ca` is a PEM file, and `name` the name of the server. */
export async function getHttps(url: string, ca: string, name?: string): Promise<string> {
  const named = name === undefined ? {} : { servername: name, headers: { host: name } }
  const outgoing = request(url, { ca: await readFile(ca), agent: false, ...named }).end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk
  return text
}
