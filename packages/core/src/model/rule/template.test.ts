// The expressions of dynamic texts, and the invalid ones that are refused.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonTemplate, type Template, textTemplate } from './template.ts'

/** Returns a template as text, with each expression in angle brackets. */
function shown(template: Template): string {
  return template
    .map((part) => {
      if (typeof part === 'string') return part
      const { of, kind, fallback } = part
      const name = 'pointer' in of ? of.pointer : of.member
      return `<${kind} ${name}${fallback === undefined ? '' : ` or ${fallback}`}>`
    })
    .join('')
}

function read(json: string): [text: string, ...faults: string[]] {
  const faults: string[] = []
  const template = jsonTemplate(json, (detail) => faults.push(detail))
  return [shown(template), ...faults]
}

test.each([
  ['{ "id" : {"$request" : "/body/id"}, "n":1.0 }', '{ "id" : <value /body/id>, "n":1.0 }'],
  ['[{"$request":"/query/a","default":{"a":[1]}}]', '[<value /query/a or {"a":[1]}>]'],
  ['{"$uuid":true}', '<value uuid>'],
  ['[{"$now":true},{"$seq":true}]', '[<value now>,<value seq>]'],
  [
    '"Hello ${/body/name|you}, ${$seq}"',
    '"Hello <characters /body/name or you>, <characters seq>"',
  ],
  ['"${/body/\\"a\\"}"', '"<characters /body/"a">"'],
  ['"${/body/a|say \\"a\\u00e9\\"}"', '"<characters /body/a or say \\"a\\u00e9\\">"'],
  ['"$${"', '"${"'],
  ['"costs $${a} and $5"', '"costs ${a} and $5"'],
  ['{"${/method}":1}', '{"${/method}":1}'],
  ['{"$ref":"#/a","$request ":1}', '{"$ref":"#/a","$request ":1}'],
  ['{"a":{"b":{}},"c":[]}', '{"a":{"b":{}},"c":[]}'],
])('jsonTemplate finds the expressions in %s', (json, expected) => {
  expect(read(json)).toEqual([expected])
})

describe('invalid expressions', () => {
  test.each([
    [
      '{"$request":"/bdy/id"}',
      'takes `/bdy/id`, which is not a value of a request: write /method, ',
    ],
    ['{"$request":"/query"}', 'takes `/query`, which is not a value'],
    ['{"$request":"/method/a"}', 'takes `/method/a`, which is not a value'],
    ['{"$request":"body"}', 'did you mean `/body`?'],
    ['{"$request":"$.request.body[0].id"}', 'did you mean `/body/0/id`?'],
    ['"${request.query.page}"', 'did you mean `/query/page`?'],
    ['"${header.x-id}"', 'did you mean `/headers/x-id`?'],
    ['"${uuid}"', 'did you mean `$uuid`?'],
    ['{"$request":1}', 'must be a JSON Pointer'],
    [
      '{"$request":"/method","or":1}',
      '"$request" cannot have other members next to it but "default"',
    ],
    ['{"$seq":1}', '"$seq" must be true'],
    ['{"$seq":true,"a":1}', '"$seq" cannot have other members next to it'],
    ['{"$request":"/method","default":{"$seq":true}}', 'cannot have others in it'],
    ['"${name}"', 'takes `name`, which is not a value'],
    ['"${/body"', 'has ${ without a closing }'],
  ])('jsonTemplate refuses the expression in %s', (json, fault) => {
    const [, ...faults] = read(json)
    expect(faults).toEqual([expect.stringContaining(fault)])
  })
})

test('JSON without expressions is kept byte for byte', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, isWide) => {
      const json = JSON.stringify(value, undefined, isWide ? 1 : 0).replaceAll('$', '')
      expect(jsonTemplate(json, expect.unreachable).join('')).toBe(json)
    }),
  )
})

test('textTemplate returns the texts and expressions in order', () => {
  const template = textTemplate('a${/method}${$now}$${b', expect.unreachable)
  expect(shown(template)).toBe('a<characters /method><characters now>${b')
})
