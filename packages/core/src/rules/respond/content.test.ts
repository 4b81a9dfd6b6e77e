import { expect, test } from 'vitest'
import type { RuleResponse } from '../../model/rule/rule.ts'
import { toPlan } from './plan.ts'

function textOf(pieces: readonly { readonly bytes: Uint8Array }[] = []): string {
  return pieces.map(({ bytes }) => new TextDecoder().decode(bytes)).join('')
}

test('JSON data becomes one line of an event, and a string keeps its lines', () => {
  const events = [{ data: '{\n  "text": "a\\n b",\r\n\t"n": 1.0\n}\n' }, { data: '"a\\nb"' }]
  expect(textOf(toPlan({ events }, undefined).pieces)).toBe(
    'data: {"text": "a\\n b","n": 1.0}\n\ndata: a\ndata: b\n\n',
  )
})

const long = 'é'.repeat(1000)

test.each<[what: string, held: RuleResponse, over: () => RuleResponse]>([
  ['its body', { body: long }, () => ({ statusCode: 201, headers: { a: 'b' } })],
  ['its data', { data: '[1.10]' }, () => ({ delay: 1 })],
  ['its chunks', { chunks: [{ body: long }] }, () => ({})],
  ['its events', { events: [{ data: '1' }] }, () => ({})],
  [
    'half of its chunks',
    { chunks: [{ body: long }, { body: 'b' }] },
    () => ({ fault: 'truncate' }),
  ],
])('requests that a rule holds share %s, although each is released separately', (_, held, over) => {
  const [one, other] = [toPlan(held, undefined, over()), toPlan(held, undefined, over())]
  expect(one.body ?? one.pieces).toBeDefined()
  expect(one.body).toBe(other.body)
  expect(one.pieces).toBe(other.pieces)
})

test('held requests share the data of an endpoint whose status has no body', () => {
  const base = { status: 204, headers: [], body: null, delay: 0, unsent: '[1.10]' }
  const [one, other] = [{}, {}].map(() => toPlan({ hold: true }, base, { statusCode: 200 }))
  expect(new TextDecoder().decode(one?.body as Uint8Array)).toBe('[1.10]')
  expect(one?.body).toBe(other?.body)
})

test('requests that are released together share the body of the release', () => {
  const over = { body: long }
  const one = toPlan({ hold: true }, undefined, over)
  const other = toPlan({ chunks: [{ body: 'x' }], hold: true }, undefined, over)
  expect(one.body).toBe(other.body)
  expect(other.pieces).toBeUndefined()
})

test('later ones of many chunks are joined, up to one with a delay or up to a size', () => {
  const chunks = Array.from({ length: 10_000 }, (_, i) => ({ body: `${i},` }))
  const whole = chunks.map(({ body }) => body).join('')
  const { pieces = [] } = toPlan({ chunks }, undefined)
  expect(pieces).toHaveLength(33)
  expect(textOf(pieces)).toBe(whole)
  const half = toPlan({ chunks, fault: 'truncate' }, undefined).pieces
  expect(textOf(half)).toBe(whole.slice(0, whole.indexOf('5000,')))

  const later = { body: 'later', delay: 7 }
  const waiting = toPlan(
    { chunks: [...chunks.slice(0, 5000), later, ...chunks.slice(5001)] },
    undefined,
  )
  expect(waiting.pieces?.slice(32).map(({ delay }) => delay)).toEqual([0, 7])
  expect(textOf(waiting.pieces)).toBe(whole.replace('5000,', 'later'))

  const large = toPlan({ chunks: Array(100).fill({ body: 'x'.repeat(30_000) }) }, undefined)
  expect(large.pieces?.slice(32).map(({ bytes }) => bytes.length)).toEqual(Array(34).fill(60_000))
})
