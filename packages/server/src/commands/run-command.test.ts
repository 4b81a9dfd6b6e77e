import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paint } from '../terminal/request-line.ts'
import { printed } from './run-command.ts'

test.each([
  ['\u009b31mred', '\\u009b31mred'],
  ['\u202egnp.exe\u2069', '\\u202egnp.exe\\u2069'],
  ['a\u2028b\u2029c\ufeff\u007f', 'a\\u2028b\\u2029c\\ufeff\\u007f'],
  ['\u{e0001}', '\\udb40\\udc01'],
  ['\u001b[2J\u0007', '\\u001b[2J\\u0007'],
  ['{"a": 1,\r"b":\t2}\r\n', '{"a": 1,\n"b":\t2}\n'],
  ['日本 é 👍', '日本 é 👍'],
])('%j is printed as %j', (line, expected) => {
  expect(printed(line, false)).toBe(expected)
  expect(printed(line, true)).toBe(expected)
})

test('colours are printed if they are on, and escaped otherwise', () => {
  const line = paint('green', 'running', true)
  expect(printed(line, true)).toBe(line)
  expect(printed(line, false)).toBe('\\u001b[32mrunning\\u001b[39m')
})

test('printed JSON keeps its value', () => {
  const property = fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
    expect(JSON.parse(printed(text, false))).toEqual(JSON.parse(text))
  })
  fc.assert(property)
})
