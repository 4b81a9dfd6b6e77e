// Checks options as endpoints are checked: one error lists all faults and allowed values.
import { nearMisses } from '../model/problem/near-miss.ts'

/** A function that checks a value, and a description of valid values. */
export type OptionCheck = readonly [isValid: (value: unknown) => boolean, must: string]

/** The checks of all options, by name. An option that is `undefined` counts as left out. */
export type OptionChecks = Readonly<Record<string, OptionCheck>>

/**
 * Throws a `TypeError` that names every option that does not exist or has an invalid value. `whose`
 * is the function that takes the options, such as `createMockServer()`.
 */
export function checkOptions(whose: string, options: unknown, checks: OptionChecks): void {
  const faults = faultsOf(options, checks, '')
  if (faults.length === 0) return
  throw new TypeError(`The options of ${whose} are not valid:\n  ${faults.join('\n  ')}`)
}

function faultsOf(options: unknown, checks: OptionChecks, before: string): string[] {
  if (!isObject(options)) return [`they must be an object, not ${show(options)}`]
  return Object.entries(options).flatMap(([name, value]) => {
    const check = checks[name]
    if (!check) return unknownOption(before + name, name, Object.keys(checks))
    const [isValid, must] = check
    if (value === undefined || isValid(value)) return []
    return `\`${before}${name}\` must be ${must}, not ${show(value)}`
  })
}

function unknownOption(full: string, name: string, known: readonly string[]): string {
  const [nearest] = nearMisses(name, known, 1)
  const hint =
    nearest === undefined ? `there are ${known.join(', ')}` : `did you mean \`${nearest}\`?`
  return `\`${full}\` is not an option: ${hint}`
}

function show(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 100)}'`
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRecords(value: unknown): boolean {
  return (
    isObject(value) &&
    ['endpoints', 'rules'].every((name) => Array.isArray(Reflect.get(value, name)))
  )
}

function isCertificateAndKey(value: unknown): boolean {
  return (
    isObject(value) && ['cert', 'key'].every((name) => typeof Reflect.get(value, name) === 'string')
  )
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem)
}

const bytes: OptionCheck = [isAmount, 'a number of bytes from 0 up']
const strings: OptionCheck = [
  (value) => isList(value, (item) => typeof item === 'string'),
  'a list of strings',
]
const text: OptionCheck = [(value) => typeof value === 'string', 'a string']
/** The check of a function. */
export const callbackCheck: OptionCheck = [isFunction, 'a function']
const count: OptionCheck = [isAmount, 'a number from 0 up']
const object: OptionCheck = [isObject, 'an object']

const journal: OptionChecks = {
  requests: count,
  bytes,
  bodyBytes: bytes,
  responseBytes: bytes,
  masked: strings,
}

/** The checks of `endpoints`, `rules` and `journal`, which several kinds of options have. */
export const commonChecks: OptionChecks = {
  endpoints: [
    (value) => isList(value, isObject),
    "a list of endpoints such as [{ name: 'orders', data: [] }]",
  ],
  rules: [
    (value) => isList(value, isObject),
    "a list of rules such as [{ endpoint: 'orders', response: { statusCode: 503 } }]",
  ],
  journal: [
    (value) => faultsOf(value, journal, 'journal.').length === 0,
    'an object with `requests`, `bytes`, `bodyBytes` or `responseBytes`, each a number from 0 up, or `masked`, a list of names of headers',
  ],
}

/** The checks of the options of `createMock`. */
export const mockChecks: OptionChecks = {
  ...commonChecks,
  waitTimeout: [
    (value) => isAmount(value) || isFunction(value),
    'a number of milliseconds from 0 up, or a function that returns one',
  ],
  waitScope: callbackCheck,
  token: text,
  allowedHosts: strings,
  allowOrigins: strings,
  allowForward: strings,
  allowSend: strings,
  forwarder: callbackCheck,
  maxBody: bytes,
  cacheBytes: bytes,
  pendingBytes: bytes,
  maxDelayed: count,
  maxWaits: count,
  maxStreams: count,
  seed: [Number.isSafeInteger, 'an integer'],
  clock: object,
  onRecorded: callbackCheck,
  onError: callbackCheck,
}

/** The check of the origins, which the server that listens passes in. */
export const originsCheck: OptionCheck = [
  (value) => value instanceof Map,
  'a Map from names to origins',
]

/** The check of a port, which several kinds of options have. */
export const portCheck: OptionCheck = [
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
  'an integer from 0 to 65535',
]

/** The check of records to start with, which were read before. */
export const recordsCheck: OptionCheck = [
  (value) => isFunction(value) || isRecords(value),
  'what `readMocks` returns, or a function that returns it',
]

/** The check of files to start with, which several kinds of options have. */
export const fromCheck: OptionCheck = [
  (value) =>
    (typeof value === 'string' && value !== '') ||
    value instanceof URL ||
    isFunction(value) ||
    isRecords(value),
  "a folder or a file such as 'mocks/', a file URL, or what `readMocks` returns",
]

/** The checks of the options of `createMockServer`. */
export const mockServerChecks: OptionChecks = {
  ...mockChecks,
  port: portCheck,
  hosts: strings,
  https: [
    (value) => typeof value === 'boolean' || isCertificateAndKey(value),
    'true, or an object with `cert` and `key`, each a string in PEM',
  ],
  from: fromCheck,
}
