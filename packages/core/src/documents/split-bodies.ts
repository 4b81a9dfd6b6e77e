// Takes the bodies out of a rule, so that they can be stored in separate files.
import { type Located, type LocatedMember, membersIn } from '../model/json/located.ts'
import { type Cut, cutsOf, withCuts } from '../model/json/text-cuts.ts'
import type { Yielding } from '../model/time/yielding.ts'
import type { FileBody } from './body-files.ts'
import { responsesIn } from './responses-in.ts'

/**
 * Returns the file for the body of the response at a JSON Pointer, such as `/responses/0`, or
 * `undefined` if the body stays in the rule. The `type` is the `content-type` of the response.
 */
export type FileOf = (pointer: string, body: FileBody) => string | undefined

/** Returns the text of a rule with files instead of bodies. `withBodies` reverses it. */
export function* withoutBodies(rule: string, fileOf: FileOf): Yielding<string> {
  const cuts: Cut[] = []
  for (const { pointer, response } of yield* responsesIn({ text: rule, start: 0 })) {
    const members = (yield* membersIn(response)) ?? []
    const body = yield* bodyIn(members)
    const file = body && fileOf(pointer, body)
    if (file !== undefined) cuts.push(...cutsFor(rule, response, members, file))
  }
  return withCuts(rule, cuts)
}

function* bodyIn(members: readonly LocatedMember[]): Yielding<FileBody | undefined> {
  const [data, body, headers] = ['data', 'body', 'headers'].map((name) => memberOf(members, name))
  if (data) return { kind: 'data', value: data.text }
  if (!body) return undefined
  const types = headers && (yield* membersIn(headers))
  const type = types?.find(({ name }) => name.toLowerCase() === 'content-type')
  return {
    kind: memberOf(members, 'bodyEncoding') ? 'base64' : 'text',
    value: JSON.parse(body.text) as string,
    type: type?.text.startsWith('"') ? (JSON.parse(type.text) as string) : undefined,
  }
}

function cutsFor(
  rule: string,
  response: Located,
  members: readonly LocatedMember[],
  file: string,
): readonly Cut[] {
  const by = `"bodyFile":${JSON.stringify(file)}`
  const at = members.findIndex(({ name }) => name === 'data' || name === 'body')
  const encoding = members.findIndex(({ name }) => name === 'bodyEncoding')
  const parts = members.map(({ nameStart, start, text }) => ({
    from: nameStart,
    to: start + text.length,
  }))
  const holder = { from: response.start, to: response.start + response.text.length }
  const removed = new Set(encoding === -1 ? [] : [encoding])
  const part = parts[at]
  return [
    ...(part ? [{ ...part, by }] : []),
    ...cutsOf(rule, holder, parts, { removed, added: [] }),
  ]
}

function memberOf(members: readonly LocatedMember[], wanted: string): LocatedMember | undefined {
  return members.find(({ name }) => name === wanted)
}
