import { describe, expect, test, vi } from 'vitest'
import {
  badDelay,
  badStatus,
  bodyWith,
  faultsOf,
  parseEndpoint,
} from '../../test/endpoint-bodies.ts'

describe('a body that is refused', () => {
  /** Returns the number of characters of a body that were parsed, and its faults. */
  function refuse(body: string): { parsed: number; faults: string[] } {
    const parse = vi.spyOn(JSON, 'parse')
    const faults = faultsOf(body)
    const parsed = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
    parse.mockRestore()
    return { parsed, faults }
  }

  test.each([
    ['unknown members', (i: number) => `"x${i}":[{}]`],
    ['integers for names', (i: number) => `"${i}":{"a":1}`],
    ['one unknown member', () => '"x":"\\u0061"'],
  ])('a body with unknown members is refused without parsing their values: %s', (_, member) => {
    const members = Array.from({ length: 50_000 }, (_, i) => member(i))
    const { parsed, faults } = refuse(`{"name":"a","data":1,${members.join(',')}}`)
    expect(parsed).toBe('"a"'.length)
    expect(faults.length).toBeLessThan(22)
  })

  const many = 100_000
  const tooLong = 'must be at most 255 bytes of UTF-8'
  test.each([
    ['name', `[${'1,'.repeat(many)}1]`, '/name must be a string'],
    ['name', '1'.repeat(many), '/name must be a string'],
    ['name', `"${'x'.repeat(many)}"`, `/name ${tooLong}`],
    ['name', `"${'\\ud800'.repeat(many)}"`, `/name ${tooLong}`],
    ['statusCode', `[${'1,'.repeat(many)}1]`, badStatus],
    ['statusCode', `"${'2'.repeat(many)}"`, badStatus],
    ['statusCode', '2'.repeat(many), badStatus],
    ['delay', `{"a":"${'x'.repeat(many)}"}`, badDelay],
    ['delay', '1'.repeat(many), badDelay],
  ])('a %s that is too long is refused without being parsed', (field, value, fault) => {
    const { parsed, faults } = refuse(bodyWith({ [field]: value }))
    expect(faults).toEqual([fault])
    expect(parsed).toBeLessThan(10)
  })

  test('a name of 255 bytes that is written in escapes is accepted', () => {
    const name = `"${'\\u0061'.repeat(255)}"`
    expect(parseEndpoint(bodyWith({ name })).name).toBe('a'.repeat(255))
  })

  test('a body with many faults gets twenty of them and the number of the others', () => {
    const members = Array.from({ length: 30 }, (_, i) => `"x${i}":1`)
    const faults = faultsOf(`{"name":"a","data":1,${[...members, ...members].join(',')}}`)
    expect(faults).toHaveLength(21)
    expect(faults.at(-1)).toBe(' has 40 more faults')
  })
})

test('a document instead of an endpoint gets its first faults and the number of the others', () => {
  const members = Array.from({ length: 1000 }, (_, i) => `"${'x'.repeat(500)}${i}":${i}`)
  const faults = faultsOf(`{${members.join(',')}}`)
  expect(faults).toHaveLength(21)
  expect(faults.at(-1)).toMatch(/has 982 more faults$/)
  expect(faults.join('').length).toBeLessThan(10_000)
})
