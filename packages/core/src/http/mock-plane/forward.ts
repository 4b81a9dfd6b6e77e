// Forwards a request to another service, and sends its response to the client.

import { type AllowedHosts, createAllowedHosts, hostOf } from '../../forward/allowed-hosts.ts'
import { toForwardedHeaders } from '../../forward/forwarded-headers.ts'
import { type Forwarder, type ForwardResponse, forwardFailed } from '../../forward/forwarder.ts'
import { hasLinks, withOwnLinks } from '../../model/http/own-links.ts'
import type { HeaderPairs } from '../../model/http/response.ts'
import { Problem } from '../../model/problem/problem.ts'
import type { Clock } from '../../model/time/clock.ts'
import { mostMatched } from '../../rules/match/body-checks.ts'
import type { Forwarding, Plan } from '../../rules/respond/plan.ts'
import { bodyTooLarge } from '../adapters/body.ts'
import { hasBody, type ReadBody } from '../adapters/incoming.ts'
import { type Intake, tooManyBodies } from '../adapters/intake.ts'
import { noWebSocket } from '../not-found.ts'
import { endpointUrl } from './endpoint-url.ts'
import type { Exchange } from './exchange.ts'
import { beginWaiting } from './forward-waiting.ts'
import type { Forwards } from './forwards.ts'
import { sendBack } from './send-back.ts'
import type { Tape } from './tape.ts'

export interface ForwardOptions {
  readonly forwarder: Forwarder
  /** The hosts that requests may be forwarded to. */
  readonly allowForward: readonly string[]
  readonly intake: Intake
  /** The largest body, in bytes. */
  readonly maxBody: number
  readonly clock: Clock
}

/** Throws a `TypeError` for an invalid host in `allowForward`. */
export function createForwards({
  forwarder,
  allowForward,
  intake,
  maxBody,
  clock,
}: ForwardOptions): Forwards {
  const allowed = createAllowedHosts(allowForward)
  const service: Service = { forwarder, allowed, clock, intake, maxBody }
  return {
    bodyBytes: maxBody,
    begin(exchange, body, by) {
      const { byteLength } = body.bytes
      if (byteLength < body.length) throw tooLong(body, maxBody)
      const kept = intake.keep(byteLength)
      let isLeft = false
      const leave = (): void => {
        if (!isLeft) intake.leave(kept)
        isLeft = true
      }
      if (kept < byteLength) {
        leave()
        throw tooManyBodies()
      }
      exchange.onLeave = leave
      const tapeFor = async ({ record: options, url }: Forwarding): Promise<Tape | undefined> => {
        if (!options) return undefined
        const { createTape } = await import('./tape.ts')
        const tape = createTape(exchange, body, by, {
          ...{ intake, maxBody, clock, options },
          service: url,
        })
        exchange.onLeave = () => {
          tape.fail('Its client left before the end of its response.')
          leave()
        }
        return tape
      }
      return {
        leave,
        async send(plan, to) {
          const tape = to.record && (await tapeFor(to))
          await send(exchange, body, { plan, to, tape }, service)
        },
      }
    },
  }
}

/** Forwards requests to the hosts that are allowed. */
interface Service extends Omit<ForwardOptions, 'allowForward'> {
  readonly allowed: AllowedHosts
}

/** How one request is forwarded. */
interface Sending {
  readonly plan: Plan
  readonly to: Forwarding
  /** Present if the response is recorded. */
  readonly tape: Tape | undefined
}

function tooLong({ length }: ReadBody, maxBody: number): Problem {
  if (length <= mostMatched) return tooManyBodies()
  if (length > maxBody) {
    return bodyTooLarge({ limit: maxBody, hint: 'raise `--max-body` or `maxBody` to forward it' })
  }
  const hint = 'send a Content-Length to have more of it forwarded'
  return bodyTooLarge({ limit: mostMatched, hint })
}

async function send(
  exchange: Exchange,
  body: ReadBody,
  { plan, to: { to, url, headers }, tape }: Sending,
  { forwarder, allowed, clock }: Service,
): Promise<void> {
  const { incoming, below } = exchange
  if (exchange.isWebSocket) throw noWebSocket(exchange.name ?? '')
  if (!allowed.allows(url)) throw notAllowed(hostOf(url), allowed)
  const since = clock.now()
  const note = (error?: string): void => {
    const durationMs = Math.round(1000 * (clock.now() - since)) / 1000
    exchange.forwarded = { to, durationMs, ...(error !== undefined && { error }) }
  }
  const waiting = beginWaiting(exchange, note)
  try {
    const asked = forwarder({
      service: url,
      target: targetOf(url, below, incoming.target),
      method: incoming.method,
      headers: toForwardedHeaders(incoming.headers),
      body: body.length > 0 || hasBody(incoming.headers) ? body.bytes : undefined,
      onAbort: waiting.onAbort,
      allowed,
    })
    const response = await Promise.race([asked, waiting.cancelled])
    note()
    checkStatus(response, url)
    const given = headers(response.headers)
    if (tape) {
      await Promise.race([tape.begin({ ...response, headers: given }), waiting.cancelled])
    }
    const linked = linkedToEndpoint(exchange, given, url)
    await sendBack(exchange, plan, { ...response, headers: linked }, { waiting, tape })
  } catch (error) {
    // The end of the request is recorded already.
    if (exchange.hasLeft) return
    const problem = toProblem(error, url)
    if (!waiting.isAborted()) note(problem.extensions.error)
    waiting.abort()
    throw problem
  } finally {
    waiting.end()
    tape?.leave()
  }
}

/** Throws for other statuses, because not every runtime would send them. */
function checkStatus({ status }: ForwardResponse, { origin }: URL): void {
  if (status >= 200 && status <= 599) return
  const detail = `${origin} answered with the status ${status}, which cannot be passed on.`
  throw forwardFailed('http_protocol_error', detail)
}

function linkedToEndpoint(exchange: Exchange, headers: HeaderPairs, service: URL): HeaderPairs {
  const own = hasLinks(headers) ? endpointUrl(exchange) : undefined
  return own === undefined ? headers : withOwnLinks(headers, service, own)
}

/** Returns the base URL's path, the path after the endpoint's name, and the query, not decoded. */
function targetOf({ pathname }: URL, below: string, target: string): string {
  const at = target.indexOf('?')
  const query = at === -1 ? '' : target.slice(at).replace(/#.*$/s, '')
  return (below === '' ? pathname : pathname.replace(/\/$/, '') + below) + query
}

function notAllowed(host: string, allowed: AllowedHosts): Problem {
  const detail = `This service may not forward to \`${host}\`. ${allowed.advice(host)}`
  return forwardFailed('destination_ip_prohibited', detail)
}

function toProblem(error: unknown, { origin }: URL): Problem {
  if (error instanceof Problem) return error
  const said = error instanceof Error ? error.message : String(error)
  const detail = `${origin} failed: ${said}.`
  return forwardFailed('destination_unavailable', detail, error)
}
