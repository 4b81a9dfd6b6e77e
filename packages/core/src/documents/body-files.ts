// Responses with the body in a file below the document's folder: `"bodyFile": "bodies/logo.png"`.
import { type Located, type LocatedMember, membersIn } from '../model/json/located.ts'
import { type Cut, withCuts } from '../model/json/text-cuts.ts'
import { Problem } from '../model/problem/problem.ts'
import type { Yielding } from '../model/time/yielding.ts'
import { responsesIn } from './responses-in.ts'

/** The content of a file that a response names. */
export interface FileBody {
  /** `data`: JSON text that is sent as `data`. `text`: a text. `base64`: bytes in base64. */
  readonly kind: 'data' | 'text' | 'base64'
  readonly value: string
  /** The media type if the response does not name one. Default: as for a body without a file. */
  readonly type?: string | undefined
}

/** The reason why a file cannot be the body of a response. */
export interface FaultyBody {
  /** The reason, such as `does not exist`. */
  readonly fault: string
}

/** Returns the content of a file, given its path in the document. */
export type BodyOf = (file: string) => FileBody | FaultyBody

const member = 'bodyFile'

/** Called with each file of a rule and the JSON Pointer of its response, such as `/responses/0`. */
export type OnFile = (file: string, pointer: string) => void

/**
 * Returns the text of a rule with each `bodyFile` replaced by the content of the file. Throws
 * `invalid-rule` if a `bodyFile` is not allowed or its file has a fault.
 */
export function* withBodies(rule: string, bodyOf: BodyOf, onFile: OnFile): Yielding<string> {
  if (!rule.includes(`"${member}"`)) return rule
  const cuts: Cut[] = []
  const errors: { pointer: string; detail: string }[] = []
  for (const { pointer, response } of yield* responsesIn({ text: rule, start: 0 })) {
    const members = (yield* membersIn(response)) ?? []
    const found = members.find(({ name }) => name === member)
    if (!found) continue
    const body = bodyAt(found, members, bodyOf, (file) => onFile(file, pointer))
    if ('fault' in body) errors.push({ pointer: `${pointer}/${member}`, detail: body.fault })
    else cuts.push(...(yield* cutsFor(found, members, body)))
  }
  if (errors.length > 0) throw new Problem('invalid-rule', 'A body cannot be read.', { errors })
  return withCuts(rule, cuts)
}

function bodyAt(
  { text }: Located,
  members: readonly LocatedMember[],
  bodyOf: BodyOf,
  onFile: (file: string) => void,
): FileBody | FaultyBody {
  const file: unknown = JSON.parse(text)
  if (typeof file !== 'string' || !isInside(file)) {
    return { fault: 'must be the path of a file below this folder, such as "bodies/logo.png"' }
  }
  onFile(file)
  const other = members.find(({ name }) => bodies.has(name))
  return other
    ? { fault: `is given together with \`${other.name}\`: keep one of them` }
    : bodyOf(file)
}

/** The members that a file replaces. A response cannot have both. */
const bodies: ReadonlySet<string> = new Set(['data', 'body', 'bodyEncoding', 'chunks', 'events'])

/** Whether a path has only names and slashes, so that it stays in the folder on every system. */
function isInside(path: string): boolean {
  return path.split('/').every((name) => /^(?!\.{0,2}$)[^\\:\0]+$/.test(name))
}

function* cutsFor(
  { nameStart, start, text }: LocatedMember,
  members: readonly LocatedMember[],
  { kind, value, type }: FileBody,
): Yielding<readonly Cut[]> {
  const headers = members.find(({ name }) => name === 'headers')
  const named = headers && (yield* membersIn(headers))
  const lacksType = !named?.some(({ name }) => name.toLowerCase() === 'content-type')
  const json = kind === 'data' ? value : JSON.stringify(value)
  const encoding = kind === 'base64' ? ',"bodyEncoding":"base64"' : ''
  const given = type === undefined || !lacksType ? '' : `"content-type":${JSON.stringify(type)}`
  const ownHeaders = given === '' || headers ? '' : `,"headers":{${given}}`
  const by = `"${kind === 'data' ? kind : 'body'}":${json}${encoding}${ownHeaders}`
  const cuts = [{ from: nameStart, to: start + text.length, by }]
  if (!headers || !named || given === '') return cuts
  const at = headers.start + 1
  return [...cuts, { from: at, to: at, by: named.length === 0 ? given : `${given},` }]
}
