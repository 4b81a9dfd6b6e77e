import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Fault } from '../model/problem/problem.ts'
import { rawJson, writeJson } from './json-writer.ts'

class Refused extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(`${fault.pointer} ${fault.detail}`)
    this.fault = fault
  }
}

function write(value: unknown): string {
  return writeJson(value, '/data', (fault) => {
    throw new Refused(fault)
  })
}

/** Returns the fault that the value is refused for. Its pointer is `written` if there is none. */
function refusal(value: unknown): Fault {
  try {
    return { pointer: 'written', detail: write(value) }
  } catch (error) {
    if (error instanceof Refused) return error.fault
    throw error
  }
}

function nested(depth: number): unknown {
  return JSON.parse('[{"a":'.repeat(depth / 2) + (depth % 2 ? '[]' : '0') + '}]'.repeat(depth / 2))
}

function inItself(): object {
  const outer = { list: [{}] }
  Object.assign(outer.list[0] ?? {}, { outer })
  return outer
}

function hole(): unknown[] {
  const list: unknown[] = [0]
  list[2] = 2
  return list
}

const convert = 'turn it into an object, an array or a string'

const refused: readonly [what: string, value: unknown, pointer: string, detail: string][] = [
  ['undefined', undefined, '', 'is undefined; leave it out, or use null'],
  ['a member undefined', { a: [undefined] }, '/a/0', 'is undefined; leave it out, or use null'],
  ['a hole', hole(), '/1', 'is undefined; leave it out, or use null'],
  ['a function', { f() {} }, '/f', 'is a function; call it, or leave it out'],
  ['a class', [class {}], '/0', 'is a function; call it, or leave it out'],
  ['a symbol', [Symbol('a')], '/0', 'is a symbol; use a string'],
  ['a BigInt', { n: 1n }, '/n', "is a BigInt; write rawJson('…') with its digits, or a string"],
  ['NaN', Number.NaN, '', 'is NaN, which JSON has no number for; use null or a string'],
  ['Infinity', [1 / 0], '/0', 'is Infinity, which JSON has no number for; use null or a string'],
  ['-Infinity', [-1 / 0], '/0', 'is -Infinity, which JSON has no number for; use null or a string'],
  ['a Map', { m: new Map([[1, 2]]) }, '/m', `is a Map; ${convert}`],
  ['a Set', new Set([1]), '', `is a Set; ${convert}`],
  ['a promise', [Promise.resolve(1)], '/0', 'is a promise; await it first'],
  [
    'an Error',
    { e: new RangeError('x') },
    '/e',
    'is an Error, whose message JSON would lose; send { message: error.message }',
  ],
  ['bytes', new Uint8Array(2), '', `is a Uint8Array; ${convert}`],
  ['an ArrayBuffer', new ArrayBuffer(2), '', `is a ArrayBuffer; ${convert}`],
  ['a RegExp', [/a/], '/0', `is a RegExp; ${convert}`],
  ['a generator', { g: [1].values() }, '/g', `is a Array Iterator; ${convert}`],
  ['a cycle', inItself(), '/list/0/outer', 'contains itself, and JSON has no cycles'],
  ['512 levels', nested(512), `${'/0/a'.repeat(255)}/0`, 'is nested more than 511 deep'],
  [
    'raw text that is more than a value',
    rawJson('1,"delay":5'),
    '',
    expect.stringMatching(/^is raw text that is not JSON: /),
  ],
  [
    'the first of two',
    { a: 1, b: undefined, c: 1n },
    '/b',
    'is undefined; leave it out, or use null',
  ],
  [
    'what toJSON returns',
    { a: { toJSON: () => undefined } },
    '/a',
    'is undefined; leave it out, or use null',
  ],
  ['keys with ~ and /', { '~/': { '/~1': 1n } }, '/~0~1/~1~01', expect.stringMatching(/BigInt/)],
  ['an empty key', { '': [undefined] }, '//0', expect.stringMatching(/undefined/)],
]

describe('writeJson', () => {
  test('writeJson writes any JSON value as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        fc.pre(!holdsNegativeZero(value))
        expect(write(value)).toBe(JSON.stringify(value))
      }),
      { numRuns: 200 },
    )
  })

  test('writeJson writes every number so that it is read as the same, including -0', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(Object.is(JSON.parse(write(number)), number)).toBe(true)
      }),
    )
    expect(write([-0, 0, { a: -0 }])).toBe('[-0,0,{"a":-0}]')
  })

  test('writeJson writes values with a toJSON as JSON.stringify does', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('array'), tie('object'), tie('converted')),
      leaf: fc.oneof(
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.date({ noInvalidDate: true }),
        fc.webUrl().map((url) => new URL(url)),
        fc.constant({ toJSON: (key: string) => `under ${key}` }),
      ),
      array: fc.array(tie('tree')),
      object: fc.dictionary(fc.string(), tie('tree')),
      converted: tie('tree').map((value) => ({ hidden: 1n, toJSON: () => [value] })),
    }))
    fc.assert(
      fc.property(tree, (value) => {
        expect(write(value)).toBe(JSON.stringify(value))
      }),
    )
  })

  test.each(refused)('writeJson refuses %s', (_, value, pointer, detail) => {
    expect(refusal(value)).toEqual({ pointer: `/data${pointer}`, detail })
  })

  test('writeJson refuses an object or array that directly contains itself', () => {
    const object: Record<string, unknown> = {}
    object['self'] = object
    const list: unknown[] = [0]
    list.push(list)
    const detail = 'contains itself, and JSON has no cycles'
    expect(refusal(object)).toEqual({ pointer: '/data/self', detail })
    expect(refusal({ list })).toEqual({ pointer: '/data/list/1', detail })
  })

  test('writeJson writes 511 nested levels', () => {
    const value = nested(511)
    expect(write(value)).toBe(JSON.stringify(value))
  })

  test('writeJson writes an object that occurs in several places', () => {
    const same = { a: [1] }
    const value = [same, same, { b: same, c: [same.a, same] }]
    expect(write(value)).toBe(JSON.stringify(value))
  })

  test('writeJson passes the key to toJSON, and an index as a string', () => {
    const keys: unknown[] = []
    const spy = { toJSON: (key: unknown) => keys.push(key) }
    write([spy, { a: spy }])
    write(spy)
    expect(keys).toEqual(['0', 'a', ''])
  })

  test('writeJson calls toJSON once, with the object as `this`', () => {
    class Self {
      asked = 0
      toJSON() {
        this.asked++
        return this
      }
    }
    const self = new Self()
    expect(write([self])).toBe('[{"asked":1}]')
  })

  test('writeJson writes a BigInt if BigInt.prototype has a toJSON', () => {
    const toJSON = {
      configurable: true,
      value(this: bigint) {
        return `${this}n`
      },
    }
    Object.defineProperty(BigInt.prototype, 'toJSON', toJSON)
    onTestFinished(() => {
      Reflect.deleteProperty(BigInt.prototype, 'toJSON')
    })
    expect(write({ n: 12n })).toBe('{"n":"12n"}')
  })

  test('writeJson writes only own enumerable members with string keys', () => {
    class Order {
      id = 1
      get total() {
        return 2
      }
    }
    const hidden = Object.defineProperty({ a: 1, [Symbol('s')]: undefined }, 'h', { value: 1n })
    expect(write(new Order())).toBe('{"id":1}')
    expect(write(hidden)).toBe('{"a":1}')
    expect(write(Object.create({ inherited: 1n }))).toBe('{}')
    expect(write(Object.assign(Object.create(null), { a: 1 }))).toBe('{"a":1}')
    expect(write(Object.assign([1], { extra: 1n }))).toBe('[1]')
  })

  test('writeJson writes an own member named __proto__', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1},"b":{"__proto__":null}}')
    expect(write(value)).toBe('{"__proto__":{"a":1},"b":{"__proto__":null}}')
  })

  test('writeJson rethrows the errors of getters and toJSON', () => {
    const error = new Error('mine')
    const fail = (): never => {
      throw error
    }
    const getter = Object.defineProperty({}, 'a', { enumerable: true, get: fail })
    for (const value of [getter, [{ getter }], { toJSON: fail }, [{ a: { toJSON: fail } }]]) {
      expect(() => write(value)).toThrow(error)
    }
  })

  test('writeJson writes raw JSON unchanged, at the top and nested', () => {
    expect(write(rawJson(' 1.0 '))).toBe(' 1.0 ')
    expect(write([rawJson('1.10'), { a: rawJson('[ ]') }])).toBe('[1.10,{"a":[ ]}]')
  })

  test('writeJson recognizes raw JSON from another copy of the module', () => {
    expect(write([{ [Symbol.for('mock-endpoint.raw-json')]: '1.0' }])).toBe('[1.0]')
  })
})

function holdsNegativeZero(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0)
  return Object.values(value).some(holdsNegativeZero)
}
