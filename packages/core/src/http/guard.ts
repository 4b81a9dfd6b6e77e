// The guard of the control plane: the machine's own programs and the page itself get through.
import type { MiddlewareHandler } from 'hono'
import { Problem } from '../model/problem.ts'
import { allow, isLoopbackOrigin, isPreflight, preflightAnswer } from './cors.ts'
import { toResponse } from './fetch-door.ts'
import { malformedHost } from './host.ts'
import { hostnameOf, isLocalHost, parseOrigin } from './origin.ts'

export interface GuardOptions {
  /** Hosts that may call beside IP addresses, names without a dot and localhost. */
  readonly allowedHosts: readonly string[]
  /** When given, callers must show it as `Authorization: Bearer`. */
  readonly token?: string | undefined
}

/** Lets a request through or throws the `Problem` that says why not. A `TypeError`: an empty token. */
export function createGuard({ allowedHosts, token }: GuardOptions): MiddlewareHandler {
  if (token === '') throw new TypeError('The token is empty; leave it out to ask for none.')
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()))
  return async (c, next) => {
    const request = c.req.raw
    const host = checkHosts(request, hosts)
    const origin = request.headers.get('origin')
    if (origin !== null) checkOrigin(origin, host)
    const cors = origin !== null && isLoopbackOrigin(origin) ? allow(origin) : []
    if (request.method === 'OPTIONS') {
      const headers = [...request.headers].flat()
      if (isPreflight('OPTIONS', headers)) return toResponse(preflightAnswer(headers, cors))
    }
    // Set before the rest runs, so that a page can read refusals and errors as well.
    for (const [name, value] of cors) c.res.headers.set(name, value)
    if (token !== undefined) checkToken(request, token)
    await next()
    return undefined
  }
}

/** Checks the host of the URL and of the header, which an absolute request target can set apart. */
function checkHosts(request: Request, allowed: ReadonlySet<string>): string | undefined {
  const inUrl = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(request.url)?.[1]
  const inHeader = request.headers.get('host') ?? undefined
  for (const host of [inUrl, inHeader]) if (host !== undefined) checkHost(host, allowed)
  return inHeader ?? inUrl
}

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
  const detail = `Pages of \`${origin.slice(0, 100)}\` may not call the control API; only the service's own page and pages of this machine may. Call it from a program instead.`
  throw new Problem('origin-not-allowed', detail)
}

function checkToken(request: Request, token: string): void {
  const given = /^Bearer +(.*)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (given !== undefined && isSame(given, token)) return
  const detail = `The control API needs \`Authorization: Bearer …\` with the token that the service was started with; ${given === undefined ? 'none was sent' : 'the one sent is another'}.`
  const headers = { 'www-authenticate': 'Bearer' }
  throw new Problem('token-required', detail, {}, { headers })
}

/** Compares in a time that tells nothing about where they differ. */
function isSame(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => new TextEncoder().encode(text))
  if (!x || !y) return false
  let difference = x.length ^ y.length
  for (let i = 0; i < y.length; i++) difference |= (x[i] ?? 0) ^ (y[i] ?? 0)
  return difference === 0
}
