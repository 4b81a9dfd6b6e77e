// Parses the texts of a dynamic response once. Their places are then filled for each request.
import { isPointer, namesIn } from '../json/json-pointer.ts'
import { type JsonObject, visitJson } from '../json/visit-json.ts'

/** The parts of a text, with the places in it that are filled for each request. */
export type Template = readonly (string | Place)[]

export interface Place {
  readonly of: Source
  /** `value` stands for a whole JSON value, `characters` for a part of a string. */
  readonly kind: 'value' | 'characters'
  /** Whether it is in a JSON text, where characters are escaped. */
  readonly isInJson: boolean
  /** The default for a value that the request does not have: JSON text, or characters. */
  readonly fallback: string | undefined
}

export type Source = OfRequest | { readonly member: 'uuid' | 'now' | 'seq' }

export interface OfRequest {
  readonly member: RequestMember
  /** The names or indexes that lead to the value within the member. */
  readonly names: readonly string[]
  /** As it was written, such as `/body/id`. */
  readonly pointer: string
}

type RequestMember = (typeof members)[number]

const members = [
  'method',
  'path',
  'endpoint',
  'params',
  'query',
  'headers',
  'form',
  'body',
] as const

/** Whether the value comes from the request. */
export function isOfRequest(source: Source): source is OfRequest {
  return 'pointer' in source
}

type AddFault = (detail: string) => void

/** Splits a text at its places `${…}`, and adds faults. Takes time in proportion to the text. */
export function textTemplate(text: string, add: AddFault): Template {
  const template: (string | Place)[] = []
  splitText(text, { isInJson: false, add }, template)
  return template
}

/**
 * Finds the places in a valid JSON text: objects such as `{"$request": "/body/id"}`, and `${…}`
 * in strings. The text between them stays byte for byte.
 */
export function jsonTemplate(json: string, add: AddFault): Template {
  const template: (string | Place)[] = []
  /** The end of the text that is already in the template. */
  let done = 0
  /** Number of strings and objects with places so far. */
  let filled = 0

  function put(start: number, end: number, parts: Template): void {
    if (start > done) template.push(json.slice(done, start))
    for (const part of parts) template.push(part)
    done = end
    filled += 1
  }

  visitJson(json, {
    enter: () => ({ parts: template.length, done, filled }),
    leave(object, before) {
      const [first = ''] = object.names
      const member = wholes.get(first)
      if (member === undefined) return
      const isFilled = filled > before.filled
      const place = isFilled ? undefined : wholePlace(member, object, json, add)
      if (isFilled) add(`"${first}" stands for a value, and cannot have others in it`)
      if (!place) return
      template.length = before.parts
      done = before.done
      put(object.start, object.end, [place])
    },
    string(start, end) {
      const text = json.slice(start, end)
      if (!text.includes('${')) return
      const parts: (string | Place)[] = []
      splitText(text, { isInJson: true, add }, parts)
      put(start, end, parts)
    },
  })
  if (done < json.length) template.push(json.slice(done))
  return template
}

/** The first member names of objects that stand for values. */
const wholes: ReadonlyMap<string, 'request' | 'uuid' | 'now' | 'seq'> = new Map([
  ['$request', 'request'],
  ['$uuid', 'uuid'],
  ['$now', 'now'],
  ['$seq', 'seq'],
])

/** Returns the place that an object stands for. */
function wholePlace(
  member: 'request' | 'uuid' | 'now' | 'seq',
  { names, values }: JsonObject,
  json: string,
  add: AddFault,
): Place | undefined {
  const [value = '', fallback] = values.map(([start, end]) => json.slice(start, end))
  const more = member === 'request' && names[1] === 'default' ? 2 : 1
  if (names.length > more) {
    const others = member === 'request' ? 'but "default"' : ''
    add(`"${names[0]}" cannot have other members next to it ${others}`.trimEnd())
    return undefined
  }
  if (member !== 'request') {
    if (value !== 'true') add(`"${names[0]}" must be true`)
    return { of: { member }, kind: 'value', isInJson: true, fallback: undefined }
  }
  if (!value.startsWith('"')) {
    add('"$request" must be a JSON Pointer such as /body/id')
    return undefined
  }
  const of = requestSource(JSON.parse(value) as string, add)
  return of && { of, kind: 'value', isInJson: true, fallback }
}

/** Appends the text and its places to a template. */
function splitText(
  text: string,
  { isInJson, add }: { readonly isInJson: boolean; readonly add: AddFault },
  template: (string | Place)[],
): void {
  let done = 0
  for (let at = text.indexOf('${'); at !== -1; at = text.indexOf('${', done)) {
    if (text[at - 1] === '$' && at > done) {
      // `$${` stands for `${`.
      template.push(text.slice(done, at - 1), '${')
      done = at + 2
      continue
    }
    const end = text.indexOf('}', at)
    if (end === -1) {
      add('has ${ without a closing }; write $${ for the characters')
      break
    }
    if (at > done) template.push(text.slice(done, at))
    const place = characterPlace(text.slice(at + 2, end), isInJson, add)
    if (place) template.push(place)
    done = end + 1
  }
  if (done < text.length) template.push(text.slice(done))
}

/** Returns the place for `${…}`. In JSON, its default after `|` keeps its escapes. */
function characterPlace(written: string, isInJson: boolean, add: AddFault): Place | undefined {
  const bar = written.indexOf('|')
  const before = bar === -1 ? written : written.slice(0, bar)
  const fallback = bar === -1 ? undefined : written.slice(bar + 1)
  const name = isInJson ? (JSON.parse(`"${before}"`) as string) : before
  const member = wholes.get(name)
  const of = member && member !== 'request' ? { member } : requestSource(name, add)
  return of && { of, kind: 'characters', isInJson, fallback }
}

function requestSource(pointer: string, add: AddFault): OfRequest | undefined {
  const of = sourceOf(pointer)
  if (of) return of
  add(`takes \`${pointer.slice(0, 100)}\`, which is not a value of a request: ${hint(pointer)}`)
  return undefined
}

/** The members of a request that contain no other values. */
const alone: ReadonlySet<string> = new Set(['method', 'path', 'endpoint'])

function sourceOf(pointer: string): OfRequest | undefined {
  const [root = '', ...names] = isPointer(pointer) ? namesIn(pointer) : []
  const member = members.find((name) => name === root)
  const isRight = alone.has(root) ? names.length === 0 : member === 'body' || names.length === 1
  return member && isRight ? { member, names, pointer } : undefined
}

const all =
  'write /method, /path, /endpoint, /params/NAME, /query/NAME, /headers/NAME, /form/NAME, /body, /body/…, $uuid, $now or $seq'

/** Names that other tools use for the members of a request. */
const ofOthers: ReadonlyMap<string, string> = new Map([
  ['header', 'headers'],
  ['param', 'params'],
  ['pathParams', 'params'],
  ['pathSegments', 'params'],
  ['parameters', 'params'],
  ['queryParams', 'query'],
  ['searchParams', 'query'],
  ['json', 'body'],
])

/** Returns a hint for texts such as `request.body.id`, which other tools use. */
function hint(written: string): string {
  const words = written.slice(0, 100).split(/[^\w-]/)
  const [root = '', ...names] = words.filter((word) => word && word !== 'request' && word !== 'req')
  const meant = [ofOthers.get(root) ?? root, ...names]
  if (names.length === 0 && wholes.has(`$${root}`)) return `did you mean \`$${root}\`?`
  const pointer = `/${meant.join('/')}`
  return sourceOf(pointer) ? `did you mean \`${pointer}\`?` : all
}
