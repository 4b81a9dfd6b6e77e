// Rules and a request that may be costly to match. Both depend only on a list of genes, so that a
// costly pair can be changed a little and tried again.
import type { Choices } from '../../reliability/hostile/choices.ts'
import { value } from '../../reliability/hostile/json-grammar.ts'
import { createLike, type Part } from './like-part.ts'

export type Genes = readonly number[]

export interface Pair {
  /** The `when` of each rule, as JSON. */
  readonly whens: readonly string[]
  /** The part of the URL after the endpoint's name. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** The largest body that rules match. */
const longestBody = 1024 * 1024
/** Less than the 10 MiB that an import accepts. */
const mostRuleText = 9 * 1024 * 1024
/** Characters of a rule outside its `when`. */
const aroundWhen = 100
/** Less than the 16 KiB of headers that servers accept. */
const longestHead = 7000

/** Returns choices that use the genes in order. After the last gene, the first one follows. */
function choicesOf(genes: Genes): Choices {
  let at = 0
  const integer = (below: number): number => (genes[at++ % genes.length] ?? 0) % below
  return {
    integer,
    oneIn: (times) => integer(times) === 0,
    pick: <T>(items: readonly T[]) => items[integer(items.length)] as T,
  }
}

export function pairOf(genes: Genes): Pair {
  const random = choicesOf(genes)
  const text = createText(random)
  const path = createPath(random)
  const query = createQuery(random)
  const count = random.pick([1, 10, 100, 1000])
  const like = random.oneIn(2) ? createLike(random) : undefined
  const parts = [like?.part ?? text.part, path.part, query.part, query.headersPart].filter(
    (part, i) => i === 0 || (random.oneIn(2) && !(like?.target && part === path.part)),
  )
  const whens: string[] = []
  for (let i = 0, length = 0; i < count; i++) {
    const when = `{${parts.map((of) => of(i)).join(',')}}`
    length += when.length + aroundWhen
    if (length > mostRuleText) break
    whens.push(when)
  }
  return {
    whens,
    target: (like?.target ?? path.target) + query.target,
    headers: like?.form ? [...query.headers, ['content-type', like.form.type]] : query.headers,
    body: like?.form?.body ?? text.body,
  }
}

interface Text {
  readonly body: string
  readonly part: Part
}

/** Units that a JSON text repeats. `#` becomes another number each time. */
const units: readonly string[] = [
  ...['1', '"a"', '[]', '{}', 'null', '-0.0', '1e1', '1.50', '1e-400', '12345678901234567890'],
  ...[
    '"\\u0061"',
    '"\\ud83d\\ude00"',
    '""',
    '[[]]',
    '{"a":1}',
    '{"a":{"b":[1]}}',
    '"#"',
    '#',
    '#e#',
  ],
]
const names: readonly string[] = ['"#"', '"a#"', '"#a"', '"\\u0061#"', '"__proto__#"', '"a"']
const opens: readonly string[] = ['[', '{"a":', '{"#":', '[0,', '{"b":1,"a":', '[[],']
const long: readonly string[] = [
  '1',
  '0',
  '9',
  '"x',
  '"\\n',
  '"\\u00e9',
  '"日',
  '0.',
  '1e',
  '-1.0',
  '\n',
]

/** Returns a body, and rules for a similar one: a part of it, or with its end changed. */
function createText(random: Choices): Text {
  const room = random.pick([1000, 30_000, longestBody - 200])
  const depth = random.pick([1, 3, 480])
  const [unit, name, open] = [random.pick(units), random.pick(names), random.pick(opens)]
  const [run, odd] = [random.pick(long), value(random, 3)]
  const kind = random.integer(6)
  const write = (length: number, end: string): string => {
    if (kind === 0) return `[${repeat(`${unit},`, length)}${end}]`
    if (kind === 1) return `{${repeat(`${name}:${unit},`, length)}"end":${end}}`
    if (kind === 2) return nest(open, Math.min(depth, Math.floor(length / open.length)), end)
    if (kind === 3) return `{"long":${longToken(run, length)},"end":${end}}`
    if (kind === 4) return nest(open, Math.floor(length / (open.length + 1)), end)
    return `[${repeat(`${odd},`, length)}${end}]`
  }
  const body = write(room, '-1')
  const ruleRoom = random.pick([10, 300, 3000, 30_000])
  const how = random.integer(4)
  return {
    body,
    part(i) {
      if (how === 0) return `"body":${JSON.stringify(body.slice(0, ruleRoom) + i)}`
      if (how === 1) return `"json":{"end":${i}}`
      if (how === 2) return `"json":${write(ruleRoom, String(i))}`
      return `"json":{"end":[${i}],"other":${write(ruleRoom, '-1')}}`
    },
  }
}

function longToken(run: string, length: number): string {
  if (run === '\n') return `${repeat('\n', length)}1`
  if (run.startsWith('"')) return `"${repeat(run.slice(1), length)}"`
  if (run.endsWith('.') || run.endsWith('e')) return `${run}${repeat('1', length)}`
  return `1${repeat(run.slice(-1), length)}`
}

function nest(open: string, depth: number, end: string): string {
  const close = open.startsWith('{') ? '}' : ']'
  const numbered = Array.from({ length: depth }, (_, i) => open.replace('#', String(i)))
  return `${numbered.join('')}${end}${close.repeat(depth)}`
}

/** Repeats the text as often as it fits into the room, and replaces `#` by a number. */
function repeat(text: string, room: number): string {
  if (!text.includes('#')) return text.repeat(Math.floor(room / text.length))
  const texts: string[] = []
  for (let i = 0, length = 0; ; i++) {
    const numbered = text.replaceAll('#', String(i))
    length += numbered.length
    if (length > room) return texts.join('')
    texts.push(numbered)
  }
}

interface Target {
  readonly target: string
  readonly part: Part
}

const segments: readonly string[] = [
  'a',
  '%61',
  ':x',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  '%F0%9F%98%80',
  '',
]

function createPath(random: Choices): Target {
  const segment = random.pick(segments)
  const count = random.pick([0, 1, 20, 500])
  const path = `/${segment}`.repeat(count)
  const end = random.pick(['', '/*', '/:last'])
  return {
    target: count === 0 ? '' : `${path.replaceAll(':', '')}/last`.slice(0, longestHead),
    part(i) {
      const wanted = `${path}${end === '' ? `/${i}` : end}`
      return `"path":${JSON.stringify(wanted.slice(0, 2000) || '/')}`
    },
  }
}

interface Query extends Target {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly headersPart: Part
}

function createQuery(random: Choices): Query {
  const unit = random.pick(['a&', 'a=1&', 'a#=1&', '%61=%F0%9F%98%80&', 'q#&', '&', '='])
  const value = random.pick(['1', '', 'x'.repeat(500)])
  const room = random.pick([0, 100, longestHead])
  const wanted = random.pick([1, 30, 1000])
  const members = (i: number, last: string): string =>
    Array.from({ length: wanted }, (_, at) => `"q${at}":null`)
      .concat(`"${last}":"${value}${i}"`)
      .join(',')
  const headers = Array.from({ length: random.pick([0, 1, 60]) }, (_, i): [string, string] => [
    `x-${i % 7}`,
    value,
  ])
  return {
    target: room === 0 ? '' : `?${repeat(unit, room)}end=1`,
    headers,
    part: (i) => `"query":{${members(i, 'a')}}`,
    headersPart: (i) => `"headers":{${members(i, 'x-1')}}`,
  }
}
