// The short way of a read: a plain request of an endpoint that is at hand is answered without a
// Request, a Response or a promise. Whatever else there is to heed is left to the app, which would
// answer a plain one the same.
import type { Delays } from '../engine/delays.ts'
import type { Entry } from '../engine/entry.ts'
import type { Journal } from '../engine/journal.ts'
import type { Registry } from '../engine/registry.ts'
import type { Reply } from '../engine/reply.ts'
import type { Answer } from '../model/answer.ts'
import type { Explain } from './error-reply.ts'

/** A request as an HTTP server has it before it makes a `Request` of it. */
export interface PlainRequest {
  readonly method?: string | undefined
  /** The path and the query, as they were sent. */
  readonly url?: string | undefined
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[]
}

/**
 * Answers a plain request, at once or after its delay. Returns what to call when the client has
 * left, as often as one likes; `undefined` when the request is for the app, and nothing was done.
 */
export type ShortWay = (request: PlainRequest, send: Send) => (() => void) | undefined

type Send = (answer: Answer) => void

export interface ShortWayOptions {
  readonly registry: Registry
  readonly delays: Delays
  readonly journal: Journal
  readonly explain: Explain
}

/** One that is under way. */
interface Exchange {
  readonly method: string
  readonly send: Send
  readonly entry?: Entry | undefined
}

const route = '/endpoint/:name'

export function createShortWay({ registry, delays, journal, explain }: ShortWayOptions): ShortWay {
  function find(name: string): Reply | undefined {
    try {
      const found = registry.find(name)
      return found instanceof Promise || !isServable(found) ? undefined : found
    } catch {
      // The app asks again, and reports what it is told.
      return undefined
    }
  }

  function finish({ entry, send }: Exchange, answer: Answer): void {
    const { status: statusCode } = answer
    if (entry) journal.complete(entry, { outcome: 'answered', statusCode })
    send(answer)
  }

  function fail(exchange: Exchange, error: unknown): void {
    finish(exchange, explain(error, { method: exchange.method, route }).toAnswer())
  }

  function finishLater(exchange: Exchange, reply: Reply): () => void {
    const end = delays.start(reply.delay, (problem) => {
      try {
        finish(exchange, problem?.toAnswer() ?? reply)
      } catch (error) {
        fail(exchange, error)
      }
    })
    return () => {
      end()
      if (exchange.entry) journal.complete(exchange.entry, { outcome: 'aborted' })
    }
  }

  return (request, send) => {
    const name = plainName(request)
    const reply = name === undefined ? undefined : find(name)
    if (!reply) return undefined
    const { method = '', url = '', rawHeaders: headers } = request
    let exchange: Exchange = { method, send }
    try {
      // The name of the reply: the other would keep the URL alive.
      const arrival = { endpoint: reply.name, method, url, headers }
      if (journal.isOn) exchange = { method, send, entry: journal.arrive(arrival) }
      if (reply.delay > 0) return finishLater(exchange, reply)
      finish(exchange, reply)
    } catch (error) {
      fail(exchange, error)
    }
    return nothing
  }
}

/** A store of somebody else's may hold what cannot be answered: the app says so. */
function isServable(reply: Reply | undefined): boolean {
  return reply !== undefined && reply.status >= 200 && reply.status <= 599
}

function nothing(): void {}

/** The endpoint that a plain request asks for; `undefined` when there is more to heed. */
function plainName({ method, url = '', rawHeaders }: PlainRequest): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const name = plainPath.exec(url)?.[1]
  return name !== undefined && arePlain(rawHeaders) ? name : undefined
}

/** The path of an endpoint whose name stands in it as it is, and any query. */
const plainPath = /^\/endpoint\/([\w.~-]+)(?:\?|$)/

/** Whether there is a Host, no Origin, which CORS has to answer, and no body. */
function arePlain(headers: readonly string[]): boolean {
  let hasHost = false
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] ?? ''
    // Most headers are told by their length, without a copy in lower case.
    if (name.length === 4) hasHost ||= name.toLowerCase() === 'host'
    else if (unusualLengths.has(name.length) && unusual.has(name.toLowerCase())) return false
  }
  return hasHost
}

const unusual = new Set(['origin', 'content-length', 'transfer-encoding'])
const unusualLengths = new Set([...unusual].map(({ length }) => length))
