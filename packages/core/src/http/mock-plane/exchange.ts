// An exchange: one request on the mock plane and its response, the same for every adapter. Records,
// delays and sends the response that `mock-plane.ts` finds.
import type { Holder } from '../../engine/held-places.ts'
import type { Workspace } from '../../engine/workspace.ts'
import type { End, JournalEntry } from '../../journal/recorder.ts'
import { shortened } from '../../journal/ring/capture.ts'
import type { Forwarded } from '../../model/http/request.ts'
import type { HeaderPairs, PlainResponse } from '../../model/http/response.ts'
import { decodeName } from '../../model/http/url.ts'
import type { Problem } from '../../model/problem/problem.ts'
import type { NetworkFault } from '../../model/rule/rule.ts'
import type {
  BreakingFault,
  Incoming,
  PacedBody,
  ReadBody,
  Responder,
  ResponseHead,
} from '../adapters/incoming.ts'
import type { Explain } from '../error-reply.ts'
import { type CorsPolicy, withCorsHeaders } from '../guard/cors.ts'
import { withFix } from '../with-fix.ts'
import { type ByRule, type More, noRule, toEnd } from './answered.ts'

/** The arguments of an exchange. */
export interface Begun extends Pick<Exchange, 'workspace' | 'path' | 'incoming' | 'isWebSocket'> {
  readonly responder: Responder
  /** The Origin header, if there is one. */
  readonly origin: string | undefined
  readonly cors: CorsPolicy
  readonly explain: Explain
}

/** The beginning of the paths of endpoints. */
const prefix = '/endpoint/'

/** A class for speed, because every request creates one. */
export class Exchange {
  readonly workspace: Workspace
  /** The path of the request, relative to the workspace's base path. */
  readonly path: string
  readonly incoming: Incoming
  /** Whether the path is below `/endpoint/`. */
  readonly isOfEndpoint: boolean
  /** The segment of the path that names an endpoint, as it was sent; empty when there is none. */
  readonly segment: string
  /** The decoded segment. `undefined` when it is not percent-encoded UTF-8. */
  readonly name: string | undefined
  /** The path after that segment, with its slash. */
  readonly below: string
  /** Whether the request asks for a WebSocket, which only a rule answers. */
  readonly isWebSocket: boolean
  hasLeft = false
  /** Whether a response was sent or begun. */
  isAnswered = false
  /** The headers that its rule removes from the response. `undefined` unless a rule answers. */
  removed: ReadonlySet<string> | undefined = undefined
  /** Where the request was forwarded to. */
  forwarded: Forwarded | undefined = undefined
  /** Called when the client disconnects. */
  onLeave: (() => void) | undefined = undefined

  readonly #responder: Responder
  readonly #origin: string | undefined
  readonly #cors: CorsPolicy
  readonly #explain: Explain
  #entry: JournalEntry | undefined = undefined
  /** The id of the rule that answers instead of the recorded one, or `null` if no rule does. */
  #rule: string | null | undefined = undefined
  /** Ends the latest wait. Has no effect if it has ended already. */
  #endWait: (() => void) | undefined = undefined
  /** The fault that makes the client wait, if any. */
  #fault: NetworkFault | undefined = undefined

  constructor(begun: Begun) {
    const { workspace, path, incoming } = begun
    this.workspace = workspace
    this.path = path
    this.incoming = incoming
    this.isWebSocket = begun.isWebSocket
    this.isOfEndpoint = path.startsWith(prefix)
    const slash = this.isOfEndpoint ? path.indexOf('/', prefix.length) : -1
    const end = slash === -1 ? path.length : slash
    this.segment = this.isOfEndpoint ? path.slice(prefix.length, end) : ''
    this.name = decodeName(this.segment)
    this.below = path.slice(end)
    this.#responder = begun.responder
    this.#origin = begun.origin
    this.#cors = begun.cors
    this.#explain = begun.explain
  }

  /** The id of the request, if it was recorded. */
  get id(): number | undefined {
    return this.#entry?.id
  }

  /** Records the request. If it was recorded before, notes the rule that answers it instead. */
  record(endpoint: string | null, body: ReadBody, { rule, held }: ByRule = noRule): void {
    const { journal } = this.workspace
    if (!journal.isOn) return
    if (this.#entry) {
      this.#rule = rule ?? null
      return
    }
    const { method, target: url, headers } = this.incoming
    // More may have been read, for rules that match it.
    const kept = shortened(body, journal.bodyBytes)
    this.#entry = journal.arrive({ endpoint, rule, held, method, url, headers, body: kept })
  }

  /** Sends the response, and records how the request ended. */
  respond(response: PlainResponse, more?: More): void {
    const sent = this.#readable(response)
    if (this.#entry) this.end(toEnd(this.incoming, sent, more))
    this.#send(sent)
  }

  /** Responds after this many milliseconds, or with the problem that ends the wait. */
  respondAfter(milliseconds: number, response: PlainResponse): void {
    if (milliseconds === 0) {
      this.respond(response)
      return
    }
    try {
      this.#delay(milliseconds, (problem) =>
        problem ? this.refuse(problem) : this.respond(response),
      )
    } catch (error) {
      this.refuse(error)
    }
  }

  /** Responds with the problem of an error. */
  refuse(error: unknown, more?: More): void {
    const problem = this.explain(error)
    this.respond(withFix(problem, this.incoming, this.workspace), more)
  }

  /** Sends a response that is not recorded. */
  respondUnrecorded(response: PlainResponse): void {
    this.#send(this.#readable(response))
  }

  /** Sends the head of a response whose body follows in pieces. The caller records the end. */
  begin({ status, headers }: ResponseHead): { headers: HeaderPairs; body: PacedBody } {
    const sent = this.#withCors(headers)
    const body = this.#responder.begin({ status, headers: sent })
    this.isAnswered = true
    return { headers: sent, body }
  }

  /** Breaks the connection instead of sending a response. */
  abort(fault: BreakingFault): void {
    this.isAnswered = true
    this.end({ outcome: 'answered', fault })
    this.#responder.abort(fault)
  }

  /** Responds that nothing matches, with the reason. */
  miss(body: ReadBody, error: unknown): void {
    const problem = this.explain(error)
    const { nearMisses, closest } = problem.extensions
    if (body.problem !== undefined) this.breakOff(null, body)
    else {
      this.record(null, body)
      this.refuse(problem, { outcome: 'unmatched', nearMisses, closest })
    }
  }

  /** Ends an exchange whose client disconnected before there was a response. */
  breakOff(endpoint: string | null, body: ReadBody): void {
    this.record(endpoint, body)
    this.end({ outcome: 'aborted' })
    const { problem } = body
    if (problem !== undefined) this.respondUnrecorded(this.explain(problem).toResponse())
  }

  /** Ends the wait of a client that disconnected. May be called again, and after the response. */
  clientLeft(): void {
    this.hasLeft = true
    this.onLeave?.()
    if (!this.#endWait) return
    this.#endWait()
    this.end({ outcome: 'aborted', fault: this.#fault })
  }

  /** Records how a request ended, without a response or after its pieces. The first end counts. */
  end(how: End): void {
    if (!this.#entry) return
    let end = this.#rule === undefined ? how : { ...how, rule: this.#rule }
    if (this.forwarded) end = { ...end, forwarded: this.forwarded }
    this.workspace.journal.complete(this.#entry, end)
  }

  /** Returns the problem for an error. Reports unexpected errors. */
  explain(error: unknown): Problem {
    const route = this.isOfEndpoint ? '/endpoint/:name' : '/*'
    return this.#explain(error, { method: this.incoming.method, route })
  }

  /**
   * Resolves when the time is up. Rejects with the problem that ends the wait. Never settles if the
   * client disconnects, because the request has ended then.
   */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#delay(milliseconds, (problem) => (problem ? reject(problem) : resolve()))
    })
  }

  /**
   * Waits while a rule holds the response back. Without `by`, waits for another service. Calls back
   * with the problem that ends the wait, or without one if the client disconnects. Returns a
   * function that ends it without a call. `fault` is recorded if the client disconnects.
   */
  holdBack(
    by: Holder | undefined,
    ended: (problem?: Problem) => void,
    fault?: NetworkFault,
  ): () => void {
    this.#fault = fault
    const { delays } = this.workspace
    const { connection } = this.incoming
    const end = by ? delays.hold(by, ended, connection) : delays.forward(ended, connection)
    this.#endWait = () => {
      end()
      ended()
    }
    return end
  }

  #delay(milliseconds: number, ended: (problem?: Problem) => void): void {
    const { delays } = this.workspace
    this.#endWait = delays.start(milliseconds, ended, this.incoming.connection)
  }

  #send(response: PlainResponse): void {
    this.isAnswered = true
    try {
      this.#responder.answer(response)
    } catch (error) {
      this.#responder.answer(this.explain(error).toResponse())
    }
  }

  /** Adds the CORS headers to a response that a page requested. */
  #readable(response: PlainResponse): PlainResponse {
    if (this.#origin === undefined) return response
    return { ...response, headers: this.#withCors(response.headers) }
  }

  #withCors(headers: HeaderPairs): HeaderPairs {
    if (this.#origin === undefined) return headers
    return withCorsHeaders(headers, this.#cors(this.#origin), this.removed)
  }
}
