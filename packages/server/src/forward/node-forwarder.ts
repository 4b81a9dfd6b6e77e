// Forwards requests over node:http, with unchanged bodies, and only to allowed addresses.
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request,
} from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
// Not the global ones, which fake timers replace.
import { clearTimeout, setTimeout } from 'node:timers'
import {
  type AllowedHosts,
  type Forwarder,
  type ForwardRequest,
  type ForwardResponse,
  forwardFailed,
  hostOf,
  portOf,
  toReturnedHeaders,
} from '@mock-endpoint/core'
import { createLookup } from './allowed-lookup.ts'
import { decode } from './decode.ts'
import { explainFailure, wasClosed } from './explain-failure.ts'

/** In milliseconds. */
export interface ForwardTimes {
  /** Time until the connection is made. Default: 10 seconds. */
  readonly connect?: number
  /** Time until the response begins, and between two pieces of its body. Default: 5 minutes. */
  readonly silence?: number
  /** Time that an idle connection is kept. Less than in most services. Default: 4 seconds. */
  readonly idle?: number
}

type Times = Required<ForwardTimes>

interface Agents {
  readonly plain: Agent
  readonly tls: TlsAgent
}

/** Forwards over node:http. Keeps connections for later requests with the same allowed hosts. */
export function createNodeForwarder({
  connect = 10_000,
  silence = 300_000,
  idle = 4_000,
}: ForwardTimes = {}): Forwarder {
  const options = { keepAlive: true, timeout: idle }
  const kept = new WeakMap<AllowedHosts, Agents>()
  const agentsOf = (allowed: AllowedHosts): Agents => {
    const agents = kept.get(allowed) ?? { plain: new Agent(options), tls: new TlsAgent(options) }
    kept.set(allowed, agents)
    return agents
  }
  const times = { connect, silence, idle }

  return async (asked) => {
    const { service: url } = asked
    const agents = agentsOf(asked.allowed)
    const agent = url.protocol === 'https:' ? agents.tls : agents.plain
    let sent = begin(asked, url, { agent, ...times })
    try {
      return await responseTo(sent, asked, url, times)
    } catch (error) {
      const mayAskAgain = sent.reusedSocket && wasClosed(error) && idempotent.has(asked.method)
      if (!mayAskAgain) throw explainFailure(error, url)
    }
    // The service had closed the idle connection, which is noticed only when it is used.
    sent = begin(asked, url, { agent: false, ...times })
    return responseTo(sent, asked, url, times).catch((error) => {
      throw explainFailure(error, url)
    })
  }
}

/** The methods whose requests may be repeated without asking the client (RFC 9110, 9.2.2). */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])

/** The methods whose requests need no Content-Length if they have no body. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS'])

function begin(
  { method, target, headers, body, allowed }: ForwardRequest,
  url: URL,
  { agent, connect, silence }: Times & Pick<RequestOptions, 'agent'>,
): ClientRequest {
  const isTls = url.protocol === 'https:'
  const host = hostOf(url)
  const port = portOf(url)
  const length = body?.byteLength ?? (bodiless.has(method) ? undefined : 0)
  const framing = length === undefined ? [] : ['Content-Length', String(length)]
  const ask = isTls ? tlsRequest : request
  const sent = ask({
    host,
    port,
    method,
    path: target,
    headers: ['Host', url.host, ...headers, ...framing],
    agent,
    timeout: silence,
    lookup: createLookup(allowed, port),
    // A server name must not be an address (RFC 6066, 3).
    ...(isTls && { servername: isIP(host) ? '' : host }),
  })
  limitConnecting(sent, isTls ? 'secureConnect' : 'connect', connect, url)
  sent.end(body)
  return sent
}

function limitConnecting(sent: ClientRequest, event: string, most: number, { origin }: URL): void {
  sent.once('socket', (socket) => {
    if (!socket.connecting) return
    const detail = `${origin} accepted no connection for ${inSeconds(most)}.`
    const giveUp = (): void => void sent.destroy(forwardFailed('connection_timeout', detail))
    const timer = setTimeout(giveUp, most)
    const clear = (): void => clearTimeout(timer)
    socket.once(event, clear)
    sent.once('close', clear)
  })
}

/** Resolves when the response begins. */
function responseTo(
  sent: ClientRequest,
  { onAbort }: ForwardRequest,
  url: URL,
  { silence }: Times,
): Promise<ForwardResponse> {
  return new Promise((resolve, reject) => {
    let response: IncomingMessage | undefined
    const end = (error: Error): void => void (response ?? sent).destroy(error)
    sent.on('error', reject)
    // Closes without an error if the service switches to another protocol, which was not requested.
    sent.once('close', () => reject(switched(url)))
    sent.once('timeout', () => end(silent(url, silence, response !== undefined)))
    sent.once('response', (begun) => {
      response = begun
      resolve({
        status: begun.statusCode ?? 0,
        headers: toReturnedHeaders(begun.rawHeaders),
        body: piecesOf(begun, url),
        decode,
      })
    })
    onAbort(() => end(new Error('The client disconnected.')))
  })
}

async function* piecesOf(
  response: IncomingMessage,
  url: URL,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let wake = (): void => {}
  let error: unknown
  const look = (): void => wake()
  response.on('readable', look).once('end', look).once('close', look)
  response.once('error', (given) => {
    error = given
  })
  try {
    for (;;) {
      const piece: Buffer<ArrayBuffer> | null = response.read()
      if (piece) yield piece
      else if (response.readableEnded) return
      else if (response.closed) throw failure(error, url)
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    if (!response.readableEnded) response.destroy()
  }
}

function failure(error: unknown, url: URL): unknown {
  return error === undefined || wasClosed(error)
    ? incomplete(url, error)
    : explainFailure(error, url)
}

function incomplete({ origin }: URL, cause: unknown): Error {
  const detail = `${origin} broke off in the middle of its response.`
  return forwardFailed('http_response_incomplete', detail, cause)
}

function silent({ origin }: URL, most: number, hasBegun: boolean): Error {
  const what = hasBegun ? 'stopped sending its response' : 'sent no response'
  const fault = hasBegun ? 'connection_read_timeout' : 'http_response_timeout'
  return forwardFailed(fault, `${origin} ${what} for ${inSeconds(most)}.`)
}

function switched({ origin }: URL): Error {
  const detail = `${origin} switched to another protocol instead of responding.`
  return forwardFailed('http_protocol_error', detail)
}

function inSeconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`
}
