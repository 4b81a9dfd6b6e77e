// Hosts and origins: which of them are this machine, which are the caller's own.

/** A Host header: a name or IPv4 address, or an IPv6 address in brackets; a port or none. */
const hostPattern = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::(\d{1,5}))?$/i

/** The name in a Host header, in lower case and without its port; `undefined` when malformed. */
export function hostnameOf(host: string): string | undefined {
  const match = hostPattern.exec(host)
  if (!match || Number(match[2] ?? 0) > 65_535) return undefined
  return match[1]?.toLowerCase().replace(/\.$/, '')
}

/** `localhost`, a name below it, 127.0.0.0/8 or ::1. */
export function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/**
 * Whether a name can only mean a machine nearby: an IP address, a name without a dot, or a loopback
 * name. A site on the internet cannot make a browser send one of these (DNS rebinding).
 */
export function isLocalHost(hostname: string): boolean {
  if (hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)) return true
  return !hostname.includes('.') || isLoopback(hostname)
}

/** The URL of an Origin header that names a web origin; `undefined` for `null` and all else. */
export function parseOrigin(origin: string): URL | undefined {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb && url?.origin === origin.toLowerCase() ? url : undefined
}
