// Parses the texts of settings.
import { isAllowedHost, parseUrl } from '@mock-endpoint/core'

/** Parses a text. Throws an `Error` whose message describes the expected text. */
export type Parse<T> = (text: string) => T

const wholeNumber = /^\d{1,15}$/

export function parsePort(text: string): number {
  const port = Number(text)
  if (!wholeNumber.test(text) || port > 65_535) throw new Error('expected a port from 0 to 65535')
  return port
}

/** An endpoint with its own port. */
export interface PortOfEndpoint {
  readonly name: string
  readonly port: number
}

export function parsePortOfEndpoint(text: string): PortOfEndpoint {
  const [, name, port] = /^(.+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || port === undefined) {
    throw new Error('expected the name of an endpoint and a port, such as orders=16541')
  }
  return { name, port: parsePort(port) }
}

export function parseText(text: string): string {
  if (text.trim() === '') throw new Error('expected a text that is not empty')
  return text
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  kib: 2 ** 10,
  mib: 2 ** 20,
}
const largestSize = 256 * 2 ** 20

/** Parses a size. Returns bytes. */
export function parseSize(text: string, smallest = 1, largest: number = largestSize): number {
  const [, digits = '', unit = ''] = /^(\d{1,15})\s*([a-z]*)$/i.exec(text) ?? []
  const size = Number(digits || Number.NaN) * (units[unit.toLowerCase()] ?? Number.NaN)
  if (size >= smallest && size <= largest) return size
  const most = `${largest / 2 ** 20}MiB`
  throw new Error(`expected a size from ${smallest} to ${most}, such as 500000, 64KiB or 20MiB`)
}

const mostRequests = 1_000_000

/** Parses a limit that may be 0, such as the number of requests that the journal keeps. */
export function parseRequests(text: string): number {
  const count = Number(text)
  if (wholeNumber.test(text) && count <= mostRequests) return count
  throw new Error(`expected a number from 0 to ${mostRequests}`)
}

/** Parses the seed of random numbers. */
export function parseSeed(text: string): number {
  const seed = Number(text)
  if (wholeNumber.test(text) && seed <= largestSeed) return seed
  throw new Error(`expected a whole number from 0 to ${largestSeed}`)
}

const largestSeed = 2 ** 32 - 1

/** Parses the status of a response. */
export function parseStatus(text: string): number {
  if (/^[2-5]\d\d$/.test(text)) return Number(text)
  throw new Error('expected a status from 200 to 599')
}

/** Parses a number of at least 1. */
export function parseCount(text: string): number {
  const count = Number(text)
  if (wholeNumber.test(text) && count > 0 && count <= mostRequests) return count
  throw new Error(`expected a number from 1 to ${mostRequests}`)
}

const milliseconds: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1000, min: 60_000 }

/** Parses a time. Returns milliseconds. */
export function parseDuration(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|min|)$/i.exec(text) ?? []
  const time = Number(digits || Number.NaN) * (milliseconds[unit.toLowerCase()] ?? Number.NaN)
  if (Number.isInteger(time) && time <= longestTime) return time
  throw new Error('expected a time such as 300, 300ms, 1.5s or 2min, 24 days at most')
}

/** The longest delay of a timer, in milliseconds. */
const longestTime = 2 ** 31 - 1

/** Parses the URL of a service. Returns it without a slash at the end. */
export function parseServiceUrl(text: string): string {
  // `localhost:80` alone is a valid URL too, with the protocol `localhost:`.
  const whole = /^[^/:]+:\d+(\/|$)/.test(text) ? `http://${text}` : text
  const url = parseUrl(whole)
  if (url && /^https?:$/.test(url.protocol)) return (url.origin + url.pathname).replace(/\/+$/, '')
  throw new Error('expected a URL such as http://localhost:16540')
}

/** Parses the URL of a shared store. The error does not quote it: it may include a password. */
export function parseStore(text: string): string {
  const url = parseUrl(text)
  const isRedis = url && /^rediss?:$/.test(url.protocol) && url.hostname !== ''
  if (isRedis && /^\/?\d*$/.test(url.pathname) && isDecodable(url)) return text
  throw new Error('expected a URL such as redis://user:password@host:6379/0')
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** Parses an address or name to listen on. An IPv6 address may have brackets. */
export function parseHost(text: string): string {
  return parseText(text).replace(/^\[(.*)\]$/, '$1')
}

/** Parses a name in a Host header, without the port. */
export function parseAllowedHost(text: string): string {
  if (/^[a-z\d._-]+$/i.test(text)) return text
  throw new Error('expected a host name without scheme and port, such as mock.example')
}

/** Parses a host that requests may be forwarded to, or webhooks sent to. */
export function parseForwardHost(text: string): string {
  if (isAllowedHost(text)) return text
  throw new Error(
    'expected a host such as api.example.com, *.example.com, localhost:3000, 10.0.0.0/8 or *',
  )
}

/** Parses a token, which has to be valid in a header. */
export function parseToken(text: string): string {
  if (/^[!-~]+$/.test(text)) return text
  throw new Error('expected visible ASCII characters without spaces')
}

/** Parses a header in the format of curl. */
export function parseHeader(text: string): readonly [name: string, value: string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value.trim()]
  throw new Error('expected a header such as X-Api-Key: hush')
}

/** Parses `*`, or an origin as browsers send it. */
export function parseOrigin(text: string): string {
  const url = parseUrl(text)
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol)
  if (text === '*' || (isWeb && url.origin === text.toLowerCase())) return text
  throw new Error('expected * or an origin such as https://app.example')
}

/** Parses a Sentry DSN: http(s)://key@host/project. */
export function parseDsn(text: string): string {
  const url = parseUrl(text)
  const isDsn = url && /^https?:$/.test(url.protocol) && url.username && /\/\d+$/.test(url.pathname)
  if (!isDsn) throw new Error('expected a DSN such as https://key@errors.example/1')
  return text
}
