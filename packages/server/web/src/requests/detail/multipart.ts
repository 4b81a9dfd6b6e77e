// Reads the fields of a `multipart/form-data` body (RFC 7578).
import type { Pair } from '../../parts/pairs.tsx'

/** Returns names and values, and a file's name and type; `undefined` for any other body. */
export function partsOf(body: string, contentType: string): readonly Pair[] | undefined {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  const parts = `\r\n${body}`.split(`\r\n--${boundary}`)
  // The text before the first boundary is not a part. The last boundary ends with two dashes.
  const [, ...between] = parts
  const last = between.pop()
  if (!last?.startsWith('--')) return undefined
  const pairs = between.map(fieldOf)
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined
}

function fieldOf(part: string): Pair | undefined {
  const end = part.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = part.slice(0, end)
  const name = parameter(head, 'name')
  if (name === undefined) return undefined
  const file = parameter(head, 'filename')
  const value = part.slice(end + 4)
  if (file === undefined) return [name, value]
  const [, type = ''] = /^content-type:[ \t]*(.*)$/im.exec(head) ?? []
  return [name, `${[file, type].filter(Boolean).join(', ')}\n${value}`]
}

/** Returns a parameter of the part's Content-Disposition header. */
function parameter(head: string, name: string): string | undefined {
  const [, line = ''] = /^content-disposition:(.*)$/im.exec(head) ?? []
  const [, value] = new RegExp(`;[ \\t]*${name}="([^"]*)"`, 'i').exec(line) ?? []
  return value
}
