// Parses hosts and origins, and recognizes those of this machine.
import { parseUrl } from '../../model/http/parse-url.ts'

/** A Host header: a name, an IPv4 address, or an IPv6 address in brackets; optionally a port. */
const hostPattern = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::(\d{0,5}))?$/i

/** Returns the name in a Host header, in lower case, without its port. `undefined` if malformed. */
export function hostnameOf(host: string): string | undefined {
  const [, name = '', port = ''] = hostPattern.exec(host) ?? []
  const isAddress = !name.startsWith('[') || parseUrl(`http://${name}`) !== undefined
  if (!isAddress || Number(port) > 65_535) return undefined
  return name.toLowerCase().replace(/\.$/, '') || undefined
}

/** Whether a host is `localhost`, a name below it, in 127.0.0.0/8 or ::1. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return hostname === '[::1]' || (hostname.startsWith('127.') && isIPv4(hostname))
}

/**
 * Whether a host is an IP address, a name without a dot, or a loopback name. A site on the internet
 * cannot make a browser send one of these as its Host (DNS rebinding).
 */
export function isLocalHost(hostname: string): boolean {
  if (hostname.startsWith('[') || isIPv4(hostname)) return true
  return !hostname.includes('.') || isLoopback(hostname)
}

function isIPv4(hostname: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname) && parseUrl(`http://${hostname}`) !== undefined
}

/** Returns the URL of an Origin header with a web origin. `undefined` for `null` and others. */
export function parseOrigin(origin: string): URL | undefined {
  const url = parseUrl(origin)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb && url?.origin === origin.toLowerCase() ? url : undefined
}
