// Changes members of a JSON text in place. The rest of it stays byte for byte.
import { endOfToken, skipSpace } from './json-tokens.ts'

/** The names that lead to a value, from the outermost object. */
export type Path = readonly string[]

interface Member {
  readonly name: string
  /** The offsets of the start and end of the name, including its quotes. */
  readonly from: number
  readonly to: number
  /** The offsets of the start and end of the value. */
  readonly start: number
  readonly end: number
}

/** Returns the names in an object, including repeated ones. Empty if the value is not an object. */
export function namesAt(text: string, path: Path): readonly string[] {
  const object = find(text, path)
  return object ? membersOf(text, object.start).map(({ name }) => name) : []
}

/** Returns a value as it is written, or `undefined` if there is none. */
export function valueAt(text: string, path: Path): string | undefined {
  const value = find(text, path)
  return value && text.slice(value.start, value.end)
}

/** Returns the text before a value and after it, or `undefined` if there is no value. */
export function splitAt(text: string, path: Path): [before: string, behind: string] | undefined {
  const value = find(text, path)
  return value && [text.slice(0, value.start), text.slice(value.end)]
}

/** Returns the text with this value. Objects missing on the way to it are added. */
export function withValue(text: string, path: Path, json: string): string {
  const there = find(text, path)
  if (there) return splice(text, there.start, there.end, json)
  const above = path.slice(0, -1)
  const name = JSON.stringify(path.at(-1) ?? '')
  const object = find(text, above)
  if (!object || text[object.start] !== '{') return withValue(text, above, `{ ${name}: ${json} }`)
  const last = membersOf(text, object.start).at(-1)
  if (!last) return splice(text, object.start, object.end, `{ ${name}: ${json} }`)
  // On its own line if the last member has one.
  const before = /\n[ \t]*$/.exec(text.slice(object.start, last.from))?.[0] ?? ' '
  return splice(text, last.end, last.end, `,${before}${name}: ${json}`)
}

/** Returns the text without this value, and without objects around it that would then be empty. */
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

/** Returns the text with another name for this value. */
export function withName(text: string, path: Path, name: string): string {
  const object = find(text, path.slice(0, -1))
  const members = object ? membersOf(text, object.start) : []
  const member = members.findLast((each) => each.name === path.at(-1))
  return member ? splice(text, member.from, member.to, JSON.stringify(name)) : text
}

function splice(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end)
}

/** Finds a value. If a name is repeated, the last one counts. */
function find(text: string, path: Path): Pick<Member, 'start' | 'end'> | undefined {
  const start = skipSpace(text, 0)
  let value: Pick<Member, 'start' | 'end'> | undefined = { start, end: endOfValue(text, start) }
  for (const name of path) {
    if (!value || text[value.start] !== '{') return undefined
    value = membersOf(text, value.start).findLast((each) => each.name === name)
  }
  return value
}

/** Takes time in proportion to the length of the object. */
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
