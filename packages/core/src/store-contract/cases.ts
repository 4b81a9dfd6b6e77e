// Test data for stores: odd endpoints, rules and names, ranges with their names, and every call.
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import {
  type EndpointStore,
  type NameRange,
  type StoredRule,
  StoreError,
  type StoreErrorKind,
} from '../model/store/store.ts'

/** Returns an endpoint with this name. The other fields are small unless they are given. */
export function endpoint(name: string, fields: Partial<Endpoint> = {}): Endpoint {
  return { name, data: '{"of":"a test"}', statusCode: 200, delay: 0, ...fields }
}

/** Puts small endpoints with these names, one after another. */
export async function putAll(store: EndpointStore, ...names: readonly string[]): Promise<void> {
  for (const name of names) await store.put(endpoint(name))
}

/** Returns a rule with this id. */
export function rule(id: string, of = 'a', text = '{"of":"a test"}'): StoredRule {
  return { id, endpoint: of, text }
}

/** Puts small rules of an endpoint with these ids, one after another. */
export async function putRules(
  store: EndpointStore,
  of: string,
  ...ids: readonly string[]
): Promise<void> {
  for (const id of ids) await store.putRule(rule(id, of))
}

/** Resolves to all items of a list. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

/** Resolves to all items of all pages, in order. */
export async function allIn<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  return (await all(pages)).flat()
}

/** Compares names by their encoded UTF-8 bytes. Our own stores compare them in another way. */
export function byBytes(a: string, b: string): number {
  const x = new TextEncoder().encode(a)
  const y = new TextEncoder().encode(b)
  const differs = x.findIndex((byte, i) => byte !== y[i])
  return differs === -1 ? x.length - y.length : (x[differs] ?? 0) - (y[differs] ?? -1)
}

/** Returns a function that checks for a `StoreError` of this kind. */
export function isStoreError(kind: StoreErrorKind): (error: unknown) => boolean {
  return (error) => error instanceof StoreError && error.kind === kind
}

/** Texts that a store could corrupt, each with a description. */
export const exactData: [string, string][] = [
  ['a large integer', '12345678901234567890'],
  ['a trailing zero', '1.10'],
  ['a negative zero', '-0'],
  ['a number out of range', '1e400'],
  ['null', 'null'],
  ['an empty string', '""'],
  ['white space', '[ 1 ,\t2\r\n, {} ]\n'],
  ['white space around', ' \t\r\n1 \t\r\n'],
  ['line separators', '"\u2028\u2029\u0085"'],
  ['an escaped NUL', '"\\u0000"'],
  ['escapes in both cases', '"\\u00e9\\u00E9\\/\\ud83d\\uDE00"'],
  ['escaped lone surrogates', '"\\ud800 \\udfff"'],
  ['a byte order mark', '"\ufeff"'],
  ['noncharacters', '"\ufffe\uffff\u{10ffff}"'],
  ['one text composed and decomposed', '["\u00e9","e\u0301"]'],
  ['members in odd order', '{"b":1,"2":2,"1":1,"a":2}'],
  ['a member twice', '{"a":1,"a":2}'],
  ['__proto__', '{"__proto__":{"a":1}}'],
  ['a megabyte of ASCII', `"${'x'.repeat(1024 * 1024)}"`],
  ['a megabyte of pairs of surrogates', `"${'\u{1f600}'.repeat(256 * 1024)}"`],
  ['a megabyte of nothing', `[${' '.repeat(1024 * 1024)}]`],
]

/** The same for rules, which may have any text. */
export const exactTexts: [string, string][] = [
  ...exactData,
  ['nothing', ''],
  ['what is not JSON', 'a/b c\0\n{'],
]

export const exactNumbers: [statusCode: number, delay: number][] = [
  [200, 0],
  [204, 0.1],
  [404, 1e-7],
  [599, 2_147_483_647],
]

/** Names that differ in few bytes, are special elsewhere, or sort differently by UTF-16 units. */
export const oddNames: readonly string[] = [
  '\u{1f600}',
  '\u{10000}',
  '\u{10ffff}',
  '\uffff',
  '\ufffd',
  '\ue000',
  '\ud7ff',
  'a\u{10000}',
  'a\ue000',
  'a',
  'A',
  'aa',
  'a a',
  ' ',
  '  ',
  '10',
  '9',
  '...',
  ':',
  '%2F',
  'é',
  'e\u0301',
  '__proto__',
  'constructor',
  'add',
  'x'.repeat(255),
  'x'.repeat(254),
  `${'\u{1f600}'.repeat(63)}xyz`,
]

export const namesForRanges: readonly string[] = '\u{1f600} \uffff \ue000 b aé ab aab aa a A'.split(
  ' ',
)

/** Ranges, each with the names of `namesForRanges` that are in it. */
export const ranges: [NameRange, string[]][] = [
  [{ prefix: '' }, ['A', 'a', 'aa', 'aab', 'ab', 'aé', 'b', '\ue000', '\uffff', '\u{1f600}']],
  [{ prefix: undefined, after: undefined }, namesForRanges.toReversed()],
  [{ after: '' }, namesForRanges.toReversed()],
  [{ prefix: 'a' }, ['a', 'aa', 'aab', 'ab', 'aé']],
  [{ prefix: 'aa' }, ['aa', 'aab']],
  [{ prefix: 'ac' }, []],
  [{ prefix: 'c' }, []],
  [{ prefix: '\uffff' }, ['\uffff']],
  [{ prefix: '\u{1f600}' }, ['\u{1f600}']],
  [{ after: 'aa' }, ['aab', 'ab', 'aé', 'b', '\ue000', '\uffff', '\u{1f600}']],
  [{ after: 'aa0' }, ['aab', 'ab', 'aé', 'b', '\ue000', '\uffff', '\u{1f600}']],
  [{ after: 'b' }, ['\ue000', '\uffff', '\u{1f600}']],
  [{ after: '\uffff' }, ['\u{1f600}']],
  [{ after: '\u{1f600}' }, []],
  [{ after: '\u{10ffff}' }, []],
  [{ prefix: 'a', after: 'A' }, ['a', 'aa', 'aab', 'ab', 'aé']],
  [{ prefix: 'a', after: 'a' }, ['aa', 'aab', 'ab', 'aé']],
  [{ prefix: 'a', after: 'ab' }, ['aé']],
  [{ prefix: 'a', after: 'ac' }, ['aé']],
  [{ prefix: 'a', after: 'aé' }, []],
  [{ prefix: 'a', after: 'b' }, []],
  [{ prefix: 'a', after: '\u{1f600}' }, []],
  [{ prefix: '\u{1f600}', after: '\uffff' }, ['\u{1f600}']],
  [{ prefix: '\uffff', after: '\u{1f600}' }, []],
]

/** Every call that a closed store refuses. */
export const calls: [string, (store: EndpointStore) => Promise<unknown>][] = [
  ['get', async (store) => store.get('a')],
  ['get of an unknown name', async (store) => store.get('b')],
  ['put', async (store) => store.put(endpoint('a'))],
  ['remove', async (store) => store.remove('b')],
  ['clear', async (store) => store.clear()],
  ['list', async (store) => all(store.list())],
  ['list of an empty range', async (store) => all(store.list({ prefix: 'b' }))],
  ['names', async (store) => allIn(store.names())],
  ['names of an empty range', async (store) => allIn(store.names({ prefix: 'b' }))],
  ['count', async (store) => store.count()],
  ['putRule', async (store) => store.putRule(rule('1'))],
  ['putAll', async (store) => store.putAll([endpoint('a')], [rule('1')])],
  ['removeRule', async (store) => store.removeRule('2')],
  ['clearRules', async (store) => store.clearRules()],
  ['clearRules of an endpoint', async (store) => store.clearRules('b')],
  ['getRule', async (store) => store.getRule('1')],
  ['getRule of an unknown id', async (store) => store.getRule('2')],
  ['rulesOf', async (store) => store.rulesOf('a')],
  ['rulesOf of an endpoint without rules', async (store) => store.rulesOf('b')],
  ['namesWithRules', async (store) => all(store.namesWithRules())],
  ['namesWithRules of an empty range', async (store) => all(store.namesWithRules({ prefix: 'b' }))],
  ['countRules', async (store) => store.countRules()],
  ['check', async (store) => store.check()],
]
