// Bodies of add requests: valid ones in odd notation, ones with a known fault, and damaged ones.
import { type Choices, createChoices } from './choices.ts'
import { damage } from './damage.ts'
import { literal, nested, space, spaced, string, value } from './json-grammar.ts'

export interface Body {
  readonly bytes: Buffer
  /** The expected outcome, if known: the text of the stored data, or the code of the refusal. */
  readonly known?: { readonly data: string } | { readonly code: string }
}

/** Returns the body with this index. The same seed gives the same bodies. */
export function bodyAt(seed: number, index: number): Body {
  const random = createChoices(seed, index)
  const kind = random.integer(10)
  if (kind < 4) return sound(random)
  if (kind < 6) return faulty(random)
  return { bytes: damage(random, (kind < 9 ? sound(random) : faulty(random)).bytes) }
}

/** A member: its name, and its value as text. */
type Member = readonly [name: string, text: string]

const deepest = 512
const byteOrderMark = '\ufeff'

function sound(random: Choices): Body {
  const data = soundData(random)
  const text = write(random, [...others(random), ['data', data]])
  return { bytes: Buffer.from(`${random.oneIn(10) ? byteOrderMark : ''}${text}`), known: { data } }
}

function soundData(random: Choices): string {
  if (random.oneIn(20)) return nested(random, deepest - 1 - random.integer(6))
  if (random.oneIn(300))
    return `[${Array.from({ length: 4000 }, () => value(random, 1)).join(',')}]`
  return value(random)
}

const oddNames = [
  ...[
    '__proto__',
    'constructor',
    'toString',
    'add',
    'endpoint',
    '...',
    ' ',
    '%2F',
    '%',
    'a.b?c#d&e',
  ],
  ...['"', '\u00a0\u2028\uffff', '😀', 'é'.repeat(127), `${'😀'.repeat(63)}xyz`, 'x'.repeat(255)],
]
const nameParts = [
  ...'abcxyz089-_.~ %?#&+;"\'<>',
  'é',
  '中',
  '😀',
  '\u2028',
  '\ufeff',
  '\u{10ffff}',
]

function others(random: Choices): Member[] {
  const length = 1 + random.integer(12)
  const made = Array.from({ length }, () => random.pick(nameParts)).join('')
  const name = random.oneIn(4) || /^\.{1,2}$/.test(made) ? random.pick(oddNames) : made
  const members: Member[] = [['name', literal(random, name)]]
  if (random.oneIn(2)) members.push(['statusCode', random.pick(statuses)])
  if (random.oneIn(3)) members.push(['delay', random.pick(delays)])
  return members
}

const statuses = ['200', '201', '2e2', '204', '205', '304', '204.0', '299', '404', '500', '599']
const delays = ['0', '-0', '0.0', '0.5', '1', '1e0', '5e-324', '2147483647', '2.147483647e9']

function write(random: Choices, members: readonly Member[]): string {
  const shuffled = members.map((member) => ({ member, at: random.integer(1e6) }))
  const written = shuffled
    .sort((a, b) => a.at - b.at)
    .map(({ member: [name, text] }) => {
      return `${spaced(random, literal(random, name))}:${spaced(random, text)}`
    })
  return `${space(random)}{${written.join(',')}}${space(random)}`
}

type Fault = (random: Choices) => { code: string; body: string | Buffer }

function faulty(random: Choices): Body {
  const { code, body } = random.pick(faults)(random)
  return { bytes: Buffer.from(body), known: { code } }
}

const badMembers: readonly (readonly [name: string, texts: readonly string[]])[] = [
  [
    'name',
    ['""', '"."', '".."', '"a/b"', '"\\\\"', '"\\u0000"', '"\u0085"', '"\\ud800"', '1', 'null'],
  ],
  ['name', [`"${'x'.repeat(256)}"`, `"${'é'.repeat(128)}"`, '["a"]', '{"name":"a"}', 'true']],
  ['statusCode', ['199', '600', '100', '-200', '200.5', '1e400', '"200"', 'null', '[200]', 'true']],
  ['delay', ['-1', '-5e-324', '2147483648', '2147483647.5', '1e400', '"1"', 'null', '{}', 'false']],
  ['statuscode', ['200']],
  ['__proto__', ['{}', 'null', '{"name":"a"}']],
  ['constructor', ['1']],
  ['', ['1']],
]

const faults: readonly Fault[] = [
  (random) => {
    const [name, texts] = random.pick(badMembers)
    const rest = others(random).filter(([other]) => other !== name)
    const members = [...rest, [name, random.pick(texts)] as const, ['data', value(random)] as const]
    return { code: 'invalid-endpoint', body: write(random, members) }
  },
  (random) => {
    const members: readonly Member[] = [...others(random), ['data', value(random)]]
    const left = random.oneIn(2) ? [] : members.slice(1)
    const body = write(random, random.oneIn(2) ? left : [...members, random.pick(members)])
    return { code: 'invalid-endpoint', body }
  },
  (random) => {
    const body = random.pick(['[]', '""', '0', 'null', '[{"name":"a","data":1}]', string(random)])
    return { code: 'invalid-endpoint', body: spaced(random, body) }
  },
  (random) => {
    const data = nested(random, deepest + random.integer(random.oneIn(10) ? 20_000 : 3))
    return { code: 'too-deep', body: `{"data":${data},"name":"deep"}` }
  },
  (random) => {
    const members: readonly Member[] = [...others(random), ['data', random.pick(noJson)]]
    return { code: 'invalid-json', body: write(random, members) }
  },
  (random) => {
    const text = write(random, [...others(random), ['data', value(random)]])
    const tail = random.pick([',', '}', '{}', '\0', 'x', '//', '/**/', '\u00a0', byteOrderMark])
    const twice = `${byteOrderMark}${byteOrderMark}${text}`
    return { code: 'invalid-json', body: random.oneIn(8) ? twice : `${text}${tail}` }
  },
  (random) => {
    const [start = '', end = ''] = write(random, [...others(random), ['data', '"|"']]).split('|')
    const bytes = Buffer.concat([Buffer.from(start), random.pick(noUtf8), Buffer.from(end)])
    return { code: 'invalid-json', body: bytes }
  },
]

const noJson = [
  ...[
    '',
    '01',
    '.5',
    '1.',
    '+1',
    '1e',
    '-',
    '0x1',
    'NaN',
    'Infinity',
    'undefined',
    "'a'",
    '"a',
    'True',
  ],
  ...[
    '[1,]',
    '{"a":1,}',
    '[,1]',
    '{a:1}',
    '{"a"}',
    '{"a" 1}',
    '[1 2]',
    '[',
    ']',
    '{',
    '"\\x41"',
    '"\\u12"',
  ],
  ...[
    '"\t"',
    '"\n"',
    '"\u0000"',
    '/* */1',
    '1//',
    '\v1',
    '\u2028',
    '"\\',
    '"\\ud83d\\u"',
    '--1',
    '1e+',
  ],
]

/** A lone continuation, truncated, overlong, a surrogate, beyond the last character, never used. */
const noUtf8 = [
  '80',
  'e282',
  'c0af',
  'e080af',
  'eda080',
  'f4908080',
  'ff',
  'fe',
  'c3',
  'f09f98',
].map((hex) => Buffer.from(hex, 'hex'))
