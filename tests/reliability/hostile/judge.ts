// Determines the correct outcome of a body by other means than the service's: JSON.parse, and a
// regular expression that splits tokens.
import { isUtf8 } from 'node:buffer'

export interface StoredRecord {
  readonly name: string
  readonly data: string
  readonly statusCode: number
  readonly delay: number
}

/** The endpoint that an add request creates, or the codes with which it may be refused. */
export type Judgement =
  | { readonly stored: StoredRecord; readonly codes?: never }
  | { readonly stored?: never; readonly codes: readonly string[] }

const deepest = 512

export function judge(bytes: Buffer): Judgement {
  if (!isUtf8(bytes)) return { codes: ['invalid-json'] }
  const text = bytes.toString().replace(/^\ufeff/, '')
  const { value } = parse(text)
  // The first error in the text counts, which may be the nesting or the syntax.
  if (value === undefined) return { codes: ['invalid-json', 'too-deep'] }
  const { depth, members } = cut(text)
  if (depth > deepest) return { codes: ['too-deep'] }
  const refused = { codes: ['invalid-endpoint'] }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused
  const { name, statusCode = 200, delay = 0, ...rest } = value as Record<string, unknown>
  const isWhole =
    members.length === Object.keys(value).length && Object.keys(rest).join() === 'data'
  if (!isWhole || !isName(name) || !isStatus(statusCode) || !isDelay(delay)) return refused
  const data = members.find((member) => member.name === 'data')?.text ?? ''
  return { stored: { name, data, statusCode, delay: delay + 0 } }
}

function parse(text: string): { value?: unknown } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return {}
  }
}

function isName(name: unknown): name is string {
  if (typeof name !== 'string' || name === '' || name === '.' || name === '..') return false
  if (/[/\\\p{Cc}]/u.test(name)) return false
  return Buffer.byteLength(name) <= 255 && Buffer.from(name).toString() === name
}

function isStatus(status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599
}

function isDelay(delay: unknown): delay is number {
  return typeof delay === 'number' && delay >= 0 && delay <= 2 ** 31 - 1
}

interface Cut {
  readonly depth: number
  readonly members: readonly { readonly name: string; readonly text: string }[]
}

/** Returns the depth of a JSON text, and the members of its outermost object with their texts. */
function cut(text: string): Cut {
  const members: { name: string; text: string }[] = []
  let open = 0
  let depth = 0
  let name: string | undefined
  let start = -1
  let end = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs)) {
    const isClosing = token === '}' || token === ']'
    if (open === 1 && (token === ',' || isClosing)) {
      if (name !== undefined) members.push({ name, text: text.slice(start, end) })
      name = undefined
      start = -1
    } else if (open === 1 && name === undefined && token.startsWith('"')) {
      name = JSON.parse(token) as string
    } else if (open === 1 && token !== ':' && start < 0) {
      start = index
    }
    if (token === '{' || token === '[') open += 1
    if (isClosing) open -= 1
    depth = Math.max(depth, open)
    end = index + token.length
  }
  return { depth, members }
}
