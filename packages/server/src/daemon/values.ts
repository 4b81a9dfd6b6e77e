// How the text of a setting is read. Each throws an `Error` that says what is expected.

/** Reads a text or throws; the message completes "… is not good: …". */
export type Parse<T> = (text: string) => T

const wholeNumber = /^\d{1,15}$/

export function parsePort(text: string): number {
  const port = Number(text)
  if (!wholeNumber.test(text) || port > 65_535) throw new Error('expected a port from 0 to 65535')
  return port
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
const largestBody = 256 * 2 ** 20

/** A size in bytes. */
export function parseSize(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,15})\s*([a-z]*)$/i.exec(text) ?? []
  const size = Number(digits || Number.NaN) * (units[unit.toLowerCase()] ?? Number.NaN)
  if (size >= 1 && size <= largestBody) return size
  throw new Error('expected a size from 1 to 256MiB, such as 500000, 64KiB or 20MiB')
}

/** `*`, or a scheme and a host as browsers send them. */
export function parseOrigin(text: string): string {
  const isOrigin = URL.canParse(text) && new URL(text).origin === text.toLowerCase()
  if (text !== '*' && !isOrigin)
    throw new Error('expected * or an origin such as https://app.example')
  return text
}

/** A Sentry DSN: http(s)://key@host/project. */
export function parseDsn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isDsn = url && /^https?:$/.test(url.protocol) && url.username && /\/\d+$/.test(url.pathname)
  if (!isDsn) throw new Error('expected a DSN such as https://key@errors.example/1')
  return text
}
