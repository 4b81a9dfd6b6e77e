// Changes members of a JSON text in place: all else of it stays byte for byte.
import { endOfToken, skipSpace } from './json-tokens.ts'

/** The names that lead to a value, from the outermost object. */
export type Path = readonly string[]

interface Member {
  readonly name: string
  /** Where the name begins and ends, with its quotes. */
  readonly from: number
  readonly to: number
  /** Where the value begins and ends. */
  readonly start: number
  readonly end: number
}

/** The names in an object, repeated ones included; none where there is another value. */
export function namesAt(text: string, path: Path): readonly string[] {
  const object = find(text, path)
  return object ? membersOf(text, object.start).map(({ name }) => name) : []
}

/** A value as it is written; `undefined` where there is none. */
export function valueAt(text: string, path: Path): string | undefined {
  const value = find(text, path)
  return value && text.slice(value.start, value.end)
}

/** The text before a value, and the text after it. */
export function splitAt(text: string, path: Path): [before: string, behind: string] | undefined {
  const value = find(text, path)
  return value && [text.slice(0, value.start), text.slice(value.end)]
}

/** The text with this value; objects on the way to it are made. */
export function withValue(text: string, path: Path, json: string): string {
  const there = find(text, path)
  if (there) return splice(text, there.start, there.end, json)
  const above = path.slice(0, -1)
  const name = JSON.stringify(path.at(-1) ?? '')
  const object = find(text, above)
  if (!object || text[object.start] !== '{') return withValue(text, above, `{ ${name}: ${json} }`)
  const last = membersOf(text, object.start).at(-1)
  if (!last) return splice(text, object.start, object.end, `{ ${name}: ${json} }`)
  // On a line of its own where the last one has one.
  const before = /\n[ \t]*$/.exec(text.slice(object.start, last.from))?.[0] ?? ' '
  return splice(text, last.end, last.end, `,${before}${name}: ${json}`)
}

/** The text without this value, and without the objects around it that would be empty then. */
export function withoutValue(text: string, path: Path): string {
  const above = path.slice(0, -1)
  const object = find(text, above)
  const members = object ? membersOf(text, object.start) : []
  const i = members.findLastIndex(({ name }) => name === path.at(-1))
  const [before, member, behind] = [members[i - 1], members[i], members[i + 1]]
  if (!member) return text
  if (members.length === 1 && above.length > 0) return withoutValue(text, above)
  if (behind) return splice(text, member.from, behind.from, '')
  return splice(text, before?.end ?? member.from, member.end, '')
}

/** The text with another name for this value. */
export function withName(text: string, path: Path, name: string): string {
  const object = find(text, path.slice(0, -1))
  const members = object ? membersOf(text, object.start) : []
  const member = members.findLast((each) => each.name === path.at(-1))
  return member ? splice(text, member.from, member.to, JSON.stringify(name)) : text
}

function splice(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}

/** Of several of one name, the last: it is the one that counts. */
function find(text: string, path: Path): Pick<Member, 'start' | 'end'> | undefined {
  const start = skipSpace(text, 0)
  let value: Pick<Member, 'start' | 'end'> | undefined = { start, end: endOfValue(text, start) }
  for (const name of path) {
    if (!value || text[value.start] !== '{') return undefined
    value = membersOf(text, value.start).findLast((each) => each.name === name)
  }
  return value
}

/** Takes time in proportion to the object. */
function membersOf(text: string, start: number): readonly Member[] {
  const members: Member[] = []
  if (text[start] !== '{') return members
  let from = skipSpace(text, start + 1)
  while (text[from] === '"') {
    const to = endOfToken(text, from)
    const value = skipSpace(text, skipSpace(text, to) + 1)
    const end = endOfValue(text, value)
    members.push({ name: JSON.parse(text.slice(from, to)) as string, from, to, start: value, end })
    from = skipSpace(text, skipSpace(text, end) + 1)
  }
  return members
}

function endOfValue(text: string, start: number): number {
  let depth = 0
  let at = start
  do {
    at = skipSpace(text, at)
    const first = text[at]
    if (first === '{' || first === '[') depth += 1
    else if (first === '}' || first === ']') depth -= 1
    at = endOfToken(text, at)
  } while (depth > 0 && at < text.length)
  return at
}
