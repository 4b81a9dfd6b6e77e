// Requests over HTTP/2, to servers whose certificates need not be trusted.
import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { onTestFinished } from 'vitest'
import { type AnswerHttps, answerAs } from '../tls/both.ts'
import { createAuthority } from '../tls/certificate.ts'
import { identityBy } from '../tls/identity.ts'
import type { WireResponse } from './raw-exchange.ts'

const identity = identityBy(createAuthority(Date.now()), ['127.0.0.1'], Date.now)

/** Makes servers of tests answer HTTPS too. */
export const answerHttps: AnswerHttps = answerAs(identity)

/** An HTTP/2 connection until the end of the test. */
export async function connectHttp2(url: string): Promise<ClientHttp2Session> {
  const session = connect(url.replace(/^http:/, 'https:'), { rejectUnauthorized: false })
  onTestFinished(() => session.destroy())
  session.on('error', () => {})
  await once(session, 'connect')
  return session
}

/** Resolves to the response, in Latin-1. Rejects if it is incomplete. */
export async function exchangeHttp2(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: Uint8Array | string,
): Promise<WireResponse> {
  const stream = session.request(headers, { endStream: body === undefined })
  if (body !== undefined) stream.end(body)
  return responseOf(stream)
}

/** Like `exchangeHttp2`, for a request that has begun. */
export async function responseOf(stream: ClientHttp2Stream): Promise<WireResponse> {
  const closed = once(stream, 'close')
  const [{ ':status': status = 0, ...fields }] = (await once(stream, 'response')) as [
    IncomingHttpHeaders & IncomingHttpStatusHeader,
  ]
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await closed
  const headers = new Headers()
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values ?? []].flat()) headers.append(name, value)
  }
  return { status, headers, body: Buffer.concat(chunks).toString('latin1') }
}
