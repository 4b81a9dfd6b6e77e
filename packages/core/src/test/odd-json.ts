// Random valid JSON texts that `JSON.parse` followed by `JSON.stringify` would change.
import * as fc from 'fast-check'

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 3 })

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 30 })
const integer = fc.oneof(
  fc.constant('0'),
  fc.tuple(fc.constantFrom(...'123456789'), digits).map((parts) => parts.join('')),
)
const fraction = fc.oneof(
  fc.constant(''),
  fc.constant('.10'),
  digits.map((each) => `.${each}`),
)
const exponent = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc
    .tuple(
      fc.constantFrom('e', 'E'),
      fc.constantFrom('', '+', '-'),
      fc.constantFrom('0', '00', '7', '400'),
    )
    .map((parts) => parts.join('')),
)
const number = fc.oneof(
  fc.constantFrom('-0', '1.10', '1e400', '-1E-400', '12345678901234567890', '0.1e1', '-0.0'),
  fc.tuple(fc.constantFrom('', '-'), integer, fraction, exponent).map((parts) => parts.join('')),
)

/** `\u` and four hexadecimal digits in upper or lower case. */
const unicodeEscape = fc
  .string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 4, maxLength: 4 })
  .map((hex) => `\\u${hex}`)
const character = fc.oneof(
  fc.constantFrom(...'abc019 {}[],:/'),
  fc.constantFrom(
    '\u007f',
    '\u0080',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\ufffd',
    '\uffff',
    '\u{1f600}',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).map(escapeWhereNeeded),
  fc.constantFrom('\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t'),
  fc.constantFrom('\\u0000', '\\u0022', '\\u005C', '\\ud83d\\uDE00', '\\uD800', '\\udfff'),
  unicodeEscape,
)
const string = fc.string({ unit: character, maxLength: 8 }).map((text) => `"${text}"`)

/** Names of members, some of which objects would reorder or merge. */
const memberName = fc.oneof(
  fc.constantFrom('"10"', '"9"', '"-1"', '"a"', '"\\u0061"', '"__proto__"', '"constructor"', '""'),
  string,
)

const { value } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small', withCrossShrink: true },
    fc.oneof(number, string, fc.constantFrom('null', 'true', 'false')),
    tie('array'),
    tie('object'),
  ),
  array: listed(spaced(tie('value'))).map((items) => `[${items}]`),
  object: listed(
    fc.tuple(spaced(memberName), spaced(tie('value'))).map((parts) => parts.join(':')),
  ).map((members) => `{${members}}`),
}))

/** A body that adds the endpoint `exact`, and the text of its data. */
export interface OddAdd {
  readonly body: string
  readonly data: string
}

const others = fc.constantFrom(
  [],
  ['"delay":0'],
  ['"statusCode" : 200'],
  ['"delay":0e5', '"statusCode":2e2'],
)
const nameMember = fc.constantFrom('"name":"exact"', '"n\\u0061me":"ex\\u0061ct"')
const dataName = fc.constantFrom('"data"', '"d\\u0061ta"', '"\\u0064\\u0061\\u0074\\u0061"')

/** Bodies with their members in any order, and white space wherever JSON allows it. */
export const oddAdd: fc.Arbitrary<OddAdd> = fc
  .record({
    data: value,
    spaces: fc.tuple(space, space, space, space),
    dataName,
    nameMember,
    others,
  })
  .chain(({ data, spaces: [first, second, third, last], dataName, nameMember, others }) => {
    const dataMember = `${first}${dataName}${second}:${third}${data}${last}`
    const members = [dataMember, nameMember, ...others]
    return fc
      .shuffledSubarray(members, { minLength: members.length })
      .map((shuffled) => ({ data, body: `${last}{${shuffled.join(',')}}${first}` }))
  })

function spaced(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(space, text, space).map((parts) => parts.join(''))
}

/** A few items with commas between them, or none, with white space in their place. */
function listed(items: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const some = fc.array(items, { minLength: 1, maxLength: 4 }).map((each) => each.join(','))
  return fc.oneof({ weight: 1, arbitrary: space }, { weight: 4, arbitrary: some })
}

/** Escapes control characters, quotes and backslashes, which JSON strings cannot contain raw. */
function escapeWhereNeeded(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
