// The guard of the control plane. It lets programs, the web UI and pages of this machine through.

import type { RawHeaders } from '../../model/http/request.ts'
import type { HeaderPairs, PlainResponse } from '../../model/http/response.ts'
import { Problem } from '../../model/problem/problem.ts'
import { headerOf, type Incoming } from '../adapters/incoming.ts'
import { allow, isLoopbackOrigin, isPreflight, preflightResponse } from './cors.ts'
import { malformedHost } from './host.ts'
import { hostnameOf, isLocalHost, parseOrigin } from './origin.ts'

export interface GuardOptions {
  /** Hosts to accept besides IP addresses, names without a dot and localhost. */
  readonly allowedHosts: readonly string[]
  /** The token that requests must have as `Authorization: Bearer`. Default: none. */
  readonly token?: string | undefined
  /** Whether to allow other sites' requests without an Origin, such as links. Default: false. */
  readonly opensFromLinks?: boolean
}

/** The parts of a request that the guard checks. */
type Caller = Pick<Incoming, 'method' | 'target' | 'headers'>

/** The result of the check of a request. */
interface Admission {
  /** The CORS headers for any response to it. */
  readonly cors: HeaderPairs
  /** The response to a request that does not get through: a refusal, or the one to a preflight. */
  readonly response?: PlainResponse
}

export type Guard = (caller: Caller) => Admission

/** Throws a `TypeError` for an empty token. */
export function createGuard(options: GuardOptions): Guard {
  const { allowedHosts, token, opensFromLinks = false } = options
  if (token === '') throw new TypeError('The token is empty; leave it out to ask for none.')
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()))
  /** The last Host that was allowed, kept because clients send the same one repeatedly. */
  let lastHost: string | undefined

  function checkHosts(target: string, headers: RawHeaders): string | undefined {
    // An absolute target can name a different host than the header.
    const inTarget = target.startsWith('/') ? undefined : hostIn.exec(target)?.[1]
    const inHeader = headerOf(headers, 'host')
    for (const host of [inTarget, inHeader]) {
      if (host !== undefined && host !== lastHost) checkHost(host, hosts)
    }
    lastHost = inHeader
    return inHeader ?? inTarget
  }

  return ({ method, target, headers }) => {
    let cors: HeaderPairs = []
    try {
      const host = checkHosts(target, headers)
      const origin = headerOf(headers, 'origin')
      if (origin !== undefined) {
        checkOrigin(origin, host)
        if (isLoopbackOrigin(origin)) cors = allow(origin)
      } else if (!opensFromLinks) checkSite(headers)
      if (isPreflight(method, headers))
        return { cors: [], response: preflightResponse(headers, cors) }
      if (token !== undefined) checkToken(headers, token)
      return { cors }
    } catch (error) {
      // Has the CORS headers, so that a page can read refusals too.
      if (error instanceof Problem) return { cors, response: error.toResponse() }
      throw error
    }
  }
}

/** Adds the CORS headers that the caller needs to read a response. */
export function withCors(response: PlainResponse, cors: HeaderPairs): PlainResponse {
  return cors.length === 0 ? response : { ...response, headers: [...response.headers, ...cors] }
}

/** The host of an absolute target. */
const hostIn = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i

function checkHost(host: string, allowed: ReadonlySet<string>): void {
  const hostname = hostnameOf(host)
  if (hostname === undefined) throw malformedHost(host)
  if (isLocalHost(hostname) || allowed.has(hostname)) return
  const detail = `\`${hostname}\` may not call the control API: it is neither an IP address, a name without a dot nor localhost. To allow it, name it in the option allowedHosts, or start with --allowed-host ${hostname}.`
  throw new Problem('host-not-allowed', detail)
}

/** Refuses web pages, except pages of this service or of this machine. */
function checkOrigin(origin: string, host: string | undefined): void {
  if (isLoopbackOrigin(origin)) return
  const url = parseOrigin(origin)
  // A Host may include the default port of the scheme. An Origin never does.
  const defaultPort = url?.protocol === 'https:' ? /:443$/ : /:80$/
  if (url !== undefined && url.host === host?.toLowerCase().replace(defaultPort, '')) return
  const isOtherPort = url !== undefined && url.hostname === hostnameOf(host ?? '')
  const what = isOtherPort
    ? `This Origin and the Host \`${host}\` differ only in the port. If a proxy dropped or changed it, make it pass the Host on (in nginx: proxy_set_header Host $http_host).`
    : 'Call it from a program instead.'
  const detail = `Pages of \`${origin.slice(0, 100)}\` may not call the control API; only the service's own web UI and pages of this machine may. ${what}`
  throw new Problem('origin-not-allowed', detail)
}

/**
 * Refuses cross-site requests without an Origin. A browser sends none for images, links and `fetch`
 * without CORS, but it sends Sec-Fetch-Site (Fetch Metadata, section 2.4).
 */
function checkSite(headers: RawHeaders): void {
  if (headerOf(headers, 'sec-fetch-site') !== 'cross-site') return
  const detail =
    'A page of another site made this request (Sec-Fetch-Site: cross-site), and none may call the control API. Call it from a program, or type the address into the browser; a page of this machine has to call it with CORS.'
  throw new Problem('origin-not-allowed', detail)
}

function checkToken(headers: RawHeaders, token: string): void {
  const given = /^Bearer +(.*)$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1]
  if (given !== undefined && isSame(given, token)) return
  const detail = `The control API needs \`Authorization: Bearer …\` with the token that the service was started with; ${given === undefined ? 'no token was sent' : 'the token is wrong'}.`
  const wanted = { 'www-authenticate': 'Bearer' }
  throw new Problem('token-required', detail, {}, { headers: wanted })
}

/** Compares in a time that does not depend on where the texts differ. */
function isSame(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => new TextEncoder().encode(text))
  if (!x || !y) return false
  let difference = x.length ^ y.length
  for (let i = 0; i < y.length; i++) difference |= (x[i] ?? 0) ^ (y[i] ?? 0)
  return difference === 0
}
