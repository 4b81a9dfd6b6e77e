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

/** What all requests to a service have in common. */
interface Destination {
  readonly isTls: boolean
  /** The value of the header `Host`. */
  readonly authority: string
  readonly options: RequestOptions
}

/** Forwards over node:http. Keeps connections for later requests with the same allowed hosts. */
export function createNodeForwarder({
  connect = 10_000,
  silence = 300_000,
  idle = 4_000,
}: ForwardTimes = {}): Forwarder {
  const destinations = new WeakMap<AllowedHosts, (url: URL) => Destination>()
  const destinationOf = ({ service, allowed }: ForwardRequest): Destination => {
    const find = destinations.get(allowed) ?? createDestinations(allowed, { silence, idle })
    destinations.set(allowed, find)
    return find(service)
  }
  const times = { connect, silence, idle }

  return async (asked) => {
    const { service: url } = asked
    const destination = destinationOf(asked)
    let sent = begin(asked, destination, times)
    try {
      return await responseTo(sent, asked, times)
    } catch (error) {
      const mayAskAgain = sent.reusedSocket && wasClosed(error) && idempotent.has(asked.method)
      if (!mayAskAgain) throw explainFailure(error, url)
    }
    // The service had closed the idle connection, which is noticed only when it is used.
    const options = { ...destination.options, agent: false }
    sent = begin(asked, { ...destination, options }, times)
    return responseTo(sent, asked, times).catch((error) => {
      throw explainFailure(error, url)
    })
  }
}

/** Returns a function that returns the options of requests to a service, always the same ones. */
function createDestinations(
  allowed: AllowedHosts,
  { silence, idle }: Pick<Times, 'silence' | 'idle'>,
): (url: URL) => Destination {
  const options = { keepAlive: true, timeout: idle }
  const [plain, tls] = [new Agent(options), new TlsAgent(options)]
  const known = new WeakMap<URL, Destination>()
  return (url) => {
    const found = known.get(url)
    if (found) return found
    const isTls = url.protocol === 'https:'
    const host = hostOf(url)
    const port = portOf(url)
    const destination = {
      isTls,
      authority: url.host,
      options: {
        host,
        port,
        agent: isTls ? tls : plain,
        timeout: silence,
        lookup: createLookup(allowed, port),
        // A server name must not be an address (RFC 6066, 3).
        ...(isTls && { servername: isIP(host) ? '' : host }),
      },
    }
    known.set(url, destination)
    return destination
  }
}

/** The methods whose requests may be repeated without asking the client (RFC 9110, 9.2.2). */
const idempotent: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])

/** The methods whose requests need no Content-Length if they have no body. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS'])

function begin(
  { service: url, method, target, headers, body }: ForwardRequest,
  { isTls, authority, options }: Destination,
  { connect }: Times,
): ClientRequest {
  const length = body?.byteLength ?? (bodiless.has(method) ? undefined : 0)
  const framing = length === undefined ? [] : ['Content-Length', String(length)]
  const ask = isTls ? tlsRequest : request
  const sent = ask({
    ...options,
    method,
    path: target,
    headers: ['Host', authority, ...headers, ...framing],
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

async function responseTo(
  sent: ClientRequest,
  asked: ForwardRequest,
  times: Times,
): Promise<ForwardResponse> {
  const response = await headOf(sent, asked, times)
  return {
    status: response.statusCode ?? 0,
    headers: toReturnedHeaders(response.rawHeaders),
    // A short body has arrived with the head.
    body: response.complete ? [await wholeBody(response)] : piecesOf(response, asked.service),
    decode,
  }
}

/** Resolves when the response begins. */
function headOf(
  sent: ClientRequest,
  { service: url, onAbort }: ForwardRequest,
  { silence }: Times,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let response: IncomingMessage | undefined
    const end = (error: Error): void => void (response ?? sent).destroy(error)
    sent.on('error', reject)
    // Closes without an error if the service switches to another protocol, which was not requested.
    sent.once('close', () => {
      if (!response) reject(switched(url))
    })
    sent.once('timeout', () => end(silent(url, silence, response !== undefined)))
    sent.once('response', (begun) => {
      response = begun
      resolve(begun)
    })
    onAbort(() => end(new Error('The client disconnected.')))
  })
}

async function wholeBody(response: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const body: Buffer<ArrayBuffer> | null = response.read()
  // The next request can use the connection after the end.
  await new Promise<void>((resolve) => {
    response.once('end', resolve).once('close', resolve)
  })
  return body ?? new Uint8Array(0)
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
