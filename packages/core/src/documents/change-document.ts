// Changes a document and keeps the rest of its text as it is: white space, order, numbers.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { elementsIn, type Located, type LocatedMember, membersIn } from '../model/json/located.ts'
import { type Cut, cutsOf, type Part, withCuts } from '../model/json/text-cuts.ts'
import { Problem } from '../model/problem/problem.ts'
import type { Yielding } from '../model/time/yielding.ts'
import { createIds } from './rule-ids.ts'

/** An endpoint in a document. It has no `data` if that is in a separate file. */
export type ChangedEndpoint = Omit<Endpoint, 'data'> & { readonly data?: string | undefined }

/** Changes to a document in the export format. */
export interface ExportChanges {
  /** By name. `undefined` removes the endpoint and its rules. */
  readonly endpoints: ReadonlyMap<string, ChangedEndpoint | undefined>
  /** As JSON, by id. `undefined` removes the rule. */
  readonly rules: ReadonlyMap<string, string | undefined>
}

/** The text of an empty document. */
export const emptyDocument = '{}\n'

/**
 * Returns the text of a document in the export format with these changes. Throws a `Problem`
 * (`invalid-json`) if it is not an object, or if `endpoints` or `rules` is not a list.
 */
export function* changeExport(text: string, changes: ExportChanges): Yielding<string> {
  const top = yield* topOf(text)
  const added: string[] = []
  const cuts: Cut[] = []
  const change = function* (
    name: string,
    make: (list: readonly Located[]) => Yielding<ListChanges>,
  ): Yielding<void> {
    const list = top.members.find((member) => member.name === name)
    const elements = list ? yield* elementsIn(list) : []
    if (!elements) throw wrong(`\`${name}\` is not a list.`)
    const made = yield* make(elements)
    if (list) cuts.push(...made.cuts, ...cutsOf(text, partOf(list), elements.map(partOf), made))
    else if (made.added.length > 0) added.push(`"${name}": [${linesOf(made.added)}\n  ]`)
  }
  yield* change('endpoints', (list) => changeEndpoints(text, list, changes))
  yield* change('rules', (list) => changeRules(text, list, changes))
  const more = { removed: none, added }
  return withCuts(text, [...cuts, ...cutsOf(text, top.part, top.members.map(memberPart), more)])
}

/** Returns the text of an object with these members set, as JSON. `undefined` removes a member. */
export function* changeMembers(
  text: string,
  members: ReadonlyMap<string, string | undefined>,
): Yielding<string> {
  const top = yield* topOf(text)
  const removed = new Set<number>()
  const added: string[] = []
  const cuts: Cut[] = []
  // Of two members with the same name, the first one is read.
  const places = new Map(top.members.map(({ name }, i) => [name, i] as const).toReversed())
  for (const [name, value] of members) {
    const place = places.get(name)
    const member = place === undefined ? undefined : top.members[place]
    if (member && value !== undefined) cuts.push({ ...partOf(member), by: value })
    else if (value !== undefined) added.push(`${JSON.stringify(name)}: ${value}`)
    else if (place !== undefined) removed.add(place)
  }
  const parts = top.members.map(memberPart)
  return withCuts(text, [...cuts, ...cutsOf(text, top.part, parts, { removed, added })])
}

interface ListChanges {
  /** Changes inside elements. */
  readonly cuts: readonly Cut[]
  readonly removed: ReadonlySet<number>
  readonly added: readonly string[]
}

const none: ReadonlySet<number> = new Set()

function* changeEndpoints(
  text: string,
  list: readonly Located[],
  { endpoints }: ExportChanges,
): Yielding<ListChanges> {
  const cuts: Cut[] = []
  const removed = new Set<number>()
  const left = new Map(endpoints)
  for (const [i, element] of list.entries()) {
    const members = yield* membersIn(element)
    const name = stringOf(members, 'name')
    if (!members || name === undefined || !left.has(name)) continue
    const wanted = left.get(name)
    left.delete(name)
    if (!wanted) removed.add(i)
    else cuts.push(...changeEndpoint(text, element, members, wanted))
  }
  const added = [...left.values()].flatMap((endpoint) => (endpoint ? [textOf(endpoint)] : []))
  return { cuts, removed, added }
}

function changeEndpoint(
  text: string,
  element: Located,
  members: readonly LocatedMember[],
  wanted: ChangedEndpoint,
): readonly Cut[] {
  const cuts: Cut[] = []
  const added: string[] = []
  for (const [name, value] of valuesOf(wanted)) {
    const member = members.find((each) => each.name === name)
    const isSame = name === 'data' ? member?.text === value : Number(member?.text) === Number(value)
    if (member && !isSame) cuts.push({ ...partOf(member), by: value })
    else if (!member && !isDefault(name, value)) added.push(`"${name}": ${value}`)
  }
  return [
    ...cuts,
    ...cutsOf(text, partOf(element), members.map(memberPart), { removed: none, added }),
  ]
}

function* changeRules(
  text: string,
  list: readonly Located[],
  { endpoints, rules }: ExportChanges,
): Yielding<ListChanges> {
  const cuts: Cut[] = []
  const removed = new Set<number>()
  const left = new Map(rules)
  /** Endpoints with a removed rule. To keep their default ids, later rules get them explicitly. */
  const moved = new Set<string>()
  const idOf = createIds()
  for (const [i, element] of list.entries()) {
    const members = yield* membersIn(element)
    if (!members) continue
    const endpoint = stringOf(members, 'endpoint')
    const own = stringOf(members, 'id')
    const id = idOf(endpoint, own)
    const isRemoved = endpoint !== undefined && endpoints.has(endpoint) && !endpoints.get(endpoint)
    const json = id === undefined ? undefined : left.get(id)
    if (isRemoved || (id !== undefined && left.has(id) && json === undefined)) {
      removed.add(i)
      if (endpoint !== undefined) moved.add(endpoint)
    } else if (json !== undefined) cuts.push({ ...partOf(element), by: json })
    else if (own === undefined && id !== undefined && moved.has(endpoint ?? '')) {
      const added = [`"id": ${JSON.stringify(id)}`]
      cuts.push(...cutsOf(text, partOf(element), members.map(memberPart), { removed: none, added }))
    }
    if (id !== undefined) left.delete(id)
  }
  return { cuts, removed, added: [...left.values()].flatMap((json) => json ?? []) }
}

interface Top {
  readonly part: Part
  readonly members: readonly LocatedMember[]
}

/** Returns the top-level object of a document. */
function* topOf(text: string): Yielding<Top> {
  const members = yield* membersIn({ text, start: 0 })
  if (!members) throw wrong('the document is not an object.')
  const from = text.length - text.trimStart().length
  return { part: { from, to: text.trimEnd().length }, members }
}

function wrong(detail: string): Problem {
  return new Problem('invalid-json', detail)
}

function stringOf(members: readonly LocatedMember[] | undefined, name: string): string | undefined {
  const json = members?.find((member) => member.name === name)?.text
  return json?.startsWith('"') ? (JSON.parse(json) as string) : undefined
}

function partOf({ text, start }: Located): Part {
  return { from: start, to: start + text.length }
}

function memberPart({ nameStart, start, text }: LocatedMember): Part {
  return { from: nameStart, to: start + text.length }
}

function valuesOf({ data, statusCode, delay }: ChangedEndpoint): (readonly [string, string])[] {
  const others = [['statusCode', String(statusCode)] as const, ['delay', String(delay)] as const]
  return data === undefined ? others : [['data', data], ...others]
}

function isDefault(name: string, value: string): boolean {
  return (name === 'statusCode' && value === '200') || (name === 'delay' && value === '0')
}

function textOf(endpoint: ChangedEndpoint): string {
  const values = valuesOf(endpoint).filter(([name, value]) => !isDefault(name, value))
  const members = [['name', JSON.stringify(endpoint.name)] as const, ...values]
  return `{${members.map(([name, value]) => `"${name}":${value}`).join(',')}}`
}

function linesOf(added: readonly string[]): string {
  return added.map((part) => `\n    ${part}`).join(',')
}
