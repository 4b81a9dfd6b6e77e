// Responses whose body is in a file of its own, beside the document: `"bodyFile": "bodies/logo.png"`.
import { type Located, type LocatedMember, membersIn } from '../model/json/located.ts'
import { type Cut, withCuts } from '../model/json/text-cuts.ts'
import { Problem } from '../model/problem/problem.ts'
import type { Yielding } from '../model/time/yielding.ts'
import { responsesIn } from './responses-in.ts'

/** What is in a file that a response names. */
export interface FileBody {
  /** JSON text that is sent as `data`, a text, or bytes in base64. */
  readonly kind: 'data' | 'text' | 'base64'
  readonly value: string
  /** The media type for a response that does not name one. Default: that of a body without a file. */
  readonly type?: string | undefined
}

/** Why a file cannot be the body of a response. */
export interface FaultyBody {
  /** Such as `does not exist`. */
  readonly fault: string
}

/** Returns what is in a file, by its path as the document has it. */
export type BodyOf = (file: string) => FileBody | FaultyBody

const member = 'bodyFile'

/** Is told the files of the responses of a rule, with the JSON Pointers of these, such as `/responses/0`. */
export type OnFile = (file: string, pointer: string) => void

/**
 * The text of a rule, with the files in it replaced by their content. Throws `invalid-rule` where a file is
 * not named as it should be, or has a fault.
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

/** The members in place of which a file is named. */
const bodies: ReadonlySet<string> = new Set(['data', 'body', 'bodyEncoding', 'chunks', 'events'])

/** Whether a path has names only, with slashes between them: on no system does it lead out of the folder. */
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
