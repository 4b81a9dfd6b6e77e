import { expect, test } from 'vitest'
import { yamlToJson } from './yaml-to-json.ts'

test.each([
  ['1.0', '1.0'],
  ['12345678901234567890', '12345678901234567890'],
  ['-1.50E+10', '-1.50E+10'],
  ['+1', '1'],
  ['.5', '0.5'],
  ['-.50', '-0.50'],
  ['1.', '1'],
  ['0012', '12'],
  ['0o17', '15'],
  ['0xffffffffffffffff', '18446744073709551615'],
  ['"1.0"', '"1.0"'],
  ['!!str 1.0', '"1.0"'],
  ['~', 'null'],
  ['yes', '"yes"'],
  ['2024-01-01', '"2024-01-01"'],
])('the YAML value %s becomes the JSON %s', (yaml, json) => {
  expect(yamlToJson(yaml)).toBe(json)
  expect(yamlToJson(`a: ${yaml}`)).toBe(`{"a":${json}}`)
})

test.each([
  ['a: &x [1.0]\nb: *x', '{"a":[1.0],"b":[1.0]}'],
  ['a: &x 1\nb: &x 2\nc: *x', '{"a":1,"b":2,"c":2}'],
  ['a: &x {p: 1, q: 2}\nb: {<<: *x, q: 3}', '{"a":{"p":1,"q":2},"b":{"p":1,"q":3}}'],
  ['<<: [{p: 1}, {p: 2, q: 2}]', '{"p":1,"q":2}'],
  ['"<<": 1', '{"<<":1}'],
  ['200: a\n1.0: b\ntrue: c', '{"200":"a","1.0":"b","true":"c"}'],
  ['a:\n- \n- b:', '{"a":[null,{"b":null}]}'],
  ['a: |\n  1\n  2\n', '{"a":"1\\n2\\n"}'],
  ['__proto__: 1', '{"__proto__":1}'],
])('the YAML document %j becomes the JSON %s', (yaml, json) => {
  expect(yamlToJson(yaml)).toBe(json)
})

test.each([
  ['a: 1\nb: &x\n  c: *x', 'Line 3, column 6: *x refers to nothing that is complete before it.'],
  ['a: 1\na: 2', 'Line 2, column 1: "a" is given twice.'],
  ['a: .nan', 'Line 1, column 4: .nan is a number that JSON does not have.'],
  ['a: 1\n---\nb: 2', 'Line 2, column 1: a second document begins here; one is read.'],
  ['? [a]\n: b', 'Line 1, column 3: a key cannot be a list or a map.'],
  ['<<: 1', 'Line 1, column 1: << needs maps.'],
  ['a: "b', 'Line 1, column 6: missing closing "quote.'],
])('the YAML document %j is refused', (yaml, message) => {
  expect(() => yamlToJson(yaml)).toThrow(expect.objectContaining({ message, code: 'invalid-json' }))
})

test('YAML aliases that double in size at each level are refused', () => {
  const lines = Array.from({ length: 60 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)
  expect(() => yamlToJson(['a0: &a0 boom', ...lines].join('\n'))).toThrow(
    /^Line \d+, column \d+: this comes to more than 67108864 characters of JSON\.$/,
  )
})

test.each([
  ['[', ']', 'nothing may be nested more than 512 deep'],
  ['{a: ', '}', 'nothing may be nested more than 512 deep'],
])('YAML with %s nested 600 deep is refused', (open, close, message) => {
  expect(() => yamlToJson(open.repeat(600) + close.repeat(600))).toThrow(message)
})

test.each(['[', '- ', '? ', '{a: '])('YAML with %s nested 50,000 deep is refused', (open) => {
  expect(() => yamlToJson(open.repeat(50_000))).toThrow(/^Line \d+, column \d+: /)
})

test('a YAML document with too many tokens is refused', () => {
  const limits = { tokens: 1000 }
  expect(() => yamlToJson('\n'.repeat(1001), limits)).toThrow('YAML is read up to 1000 tokens')
})
