import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf } from './json-parts.ts'

test.each([
  ['{}', []],
  [' [ ] ', []],
  ['[[],{}]', ['[]', '{}']],
  [
    '[1 , "a,]\\"" ,\n{"b":[1,{"c":"}"}]},-1.50e+3]',
    ['1', '"a,]\\""', '{"b":[1,{"c":"}"}]}', '-1.50e+3'],
  ],
  ['{ "a" : "b" , "b":{ "a": [ 1 ] } }', ['"b"', '{ "a": [ 1 ] }']],
  ['["\\\\","\\\\\\""]', ['"\\\\"', '"\\\\\\""']],
])('partsOf splits %s into its parts', (json, texts) => {
  expect(partsOf(json).map(({ text }) => text)).toEqual(texts)
})

test('the parts of any object or array are its members, in order', () => {
  const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
  const splits = fc.property(value, fc.constantFrom(undefined, 2), (value, indent) => {
    const parts = partsOf(JSON.stringify(value, null, indent))
    expect(parts.map(({ key, text }) => [key, JSON.parse(text)])).toEqual(
      Object.entries(JSON.parse(JSON.stringify(value))),
    )
  })
  fc.assert(splits)
})

test('partsOf keeps the names of members, without escapes and with duplicates', () => {
  expect(partsOf('{"a":1,"\\u0061":2,"2":3,"1":4,"":5}').map(({ key }) => key)).toEqual([
    'a',
    'a',
    '2',
    '1',
    '',
  ])
})
