// The guard of the control plane: the machine's own programs and the web UI get through.

import type { RawHeaders } from '../../model/http/request.ts'
import type { HeaderPairs, PlainResponse } from '../../model/http/response.ts'
import { Problem } from '../../model/problem/problem.ts'
import { headerOf, type Incoming } from '../adapters/incoming.ts'
import { allow, isLoopbackOrigin, isPreflight, preflightResponse } from './cors.ts'
import { malformedHost } from './host.ts'
import { hostnameOf, isLocalHost, parseOrigin } from './origin.ts'

export interface GuardOptions {
  /** Hosts that may call beside IP addresses, names without a dot and localhost. */
  readonly allowedHosts: readonly string[]
  /** When given, callers must show it as `Authorization: Bearer`. */
  readonly token?: string | undefined
  /** Whether requests that another site makes without an Origin get through, such as its links. */
  readonly opensFromLinks?: boolean
}

/** What of a request decides whether it may call. */
type Caller = Pick<Incoming, 'method' | 'target' | 'headers'>

/** What the guard says of a request. */
interface Admission {
  /** The CORS headers of every response to it. */
  readonly cors: HeaderPairs
  /** The response to a request that does not get through: a refusal, or that to a preflight. */
  readonly response?: PlainResponse
}

export type Guard = (caller: Caller) => Admission

/** Throws a `TypeError` for an empty token. */
export function createGuard(options: GuardOptions): Guard {
  const { allowedHosts, token, opensFromLinks = false } = options
  if (token === '') throw new TypeError('The token is empty; leave it out to ask for none.')
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()))
  /** The last Host that may call: clients send the same one time after time. */
  let lastHost: string | undefined

  function checkHosts(target: string, headers: RawHeaders): string | undefined {
    // An absolute target can set another host apart from the header.
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
      // A page can read refusals as well.
      if (error instanceof Problem) return { cors, response: error.toResponse() }
      throw error
    }
  }
}

/** A response with the CORS headers that its caller needs to read it. */
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

/** Web pages may call when they come from this service or from this machine. */
function checkOrigin(origin: string, host: string | undefined): void {
  if (isLoopbackOrigin(origin)) return
  const url = parseOrigin(origin)
  // The default port of a scheme may stand in a Host; in an Origin it never does.
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
 * A browser sends no Origin with some requests, such as those of images and links, and those of
 * `fetch` without CORS. It says then where they come from (Fetch Metadata, section 2.4).
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

/** Compares in a time that tells nothing about where they differ. */
function isSame(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => new TextEncoder().encode(text))
  if (!x || !y) return false
  let difference = x.length ^ y.length
  for (let i = 0; i < y.length; i++) difference |= (x[i] ?? 0) ^ (y[i] ?? 0)
  return difference === 0
}
