// Random endpoints and rules of every kind.
import * as fc from 'fast-check'
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { oddAdd } from './odd-json.ts'

const name = fc.oneof(
  fc.constantFrom('a', 'é', '中', '\u{1f600}', '\u2028', '__proto__', 'a b', '"', '%2F', '\ufeff'),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter((text) => !/[/\\\p{C}]|^\.{1,2}$/u.test(text)),
)

const endpoint = fc.record(
  {
    name,
    data: oddAdd.map(({ data }) => data),
    statusCode: fc.integer({ min: 200, max: 599 }),
    delay: fc.oneof(fc.constant(0), fc.nat(2_147_483_647), fc.constantFrom(0.1, 1e-7)),
  },
  { noNullPrototype: true },
)

const responses = [
  '{}',
  '{"statusCode":503,"headers":{"x-a":["1","2"],"y":null}}',
  '{"data":{"b":1.10,"a":[12345678901234567890,\n"\\ud800"]},"delay":[1,2]}',
  '{"body":"é\\n\\u0000","bytesPerSecond":10}',
  '{"body":"AAE=","bodyEncoding":"base64"}',
  '{"chunks":[{"body":"a"},{"body":"b","delay":1}]}',
  '{"events":[{"data":{"a":\r\n1.0},"event":"x","id":"1"}]}',
  '{"fault":"reset"}',
  '{"hold":true}',
]
const whens = [
  '',
  '"when":{"method":["POST","PUT"]},',
  '"when":{"path":"/:id/*","query":{"a":null,"b":"\u2028"}},',
  '"when":{"headers":{"x":"1"},"json":{"a":1.10,"b":[\n1]}},',
]
const ends = ['', ',"times":3', ',"chance":0.5']

/** The JSON of a rule with this id. */
function ruleText(id: string): fc.Arbitrary<string> {
  const start = name.map((of) => `{"id":${JSON.stringify(id)},"endpoint":${JSON.stringify(of)},`)
  return fc.oneof(
    fc
      .tuple(
        start,
        fc.constantFrom(...whens),
        fc.constantFrom(...responses),
        fc.constantFrom(...ends),
      )
      .map(([start, when, response, end]) => `${start}${when}"response":${response}${end}}`),
    fc
      .tuple(start, fc.array(fc.constantFrom(...responses), { minLength: 1, maxLength: 3 }))
      .map(([start, list]) => `${start}"responses":[${list.join(',')}]}`),
  )
}

export interface Fixture {
  readonly endpoints: readonly Endpoint[]
  /** The JSON of each rule. */
  readonly rules: readonly string[]
}

export const fixture: fc.Arbitrary<Fixture> = fc
  .tuple(fc.uniqueArray(endpoint, { selector: (each) => each.name, maxLength: 8 }), fc.nat(8))
  .chain(([endpoints, count]) => {
    const texts = Array.from({ length: count }, (_, i) => ruleText(`r${i}`))
    return fc.record({ endpoints: fc.constant(endpoints), rules: fc.tuple(...texts) })
  })
