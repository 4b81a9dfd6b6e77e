// Hints for names from other tools, and for guesses: where they belong, and what to write instead.

import { type NetworkFault, networkFaults } from '../rule/rule.ts'
import { nearMisses } from './near-miss.ts'

/** Hints for members that do not exist, by name. */
export type OtherWords = Readonly<Record<string, string>>

/** Returns the same hint for each of these names. */
export function each(names: readonly string[], detail: string): OtherWords {
  return Object.fromEntries(names.map((name) => [name, detail]))
}

export const ofEndpoints: OtherWords = {
  ...each(['endpoint', 'url'], 'belongs in `name`'),
  ...each(['json', 'payload', 'value', 'result', 'content', 'text'], 'belongs in `data`'),
  ...each(['code'], 'is called `statusCode`'),
  ...each(['latency'], 'is called `delay`'),
  rules: 'are added one by one: PUT /api/rule/add',
  endpoints: 'are added together: POST /api/import',
}

export const ofRules: OtherWords = {
  ...each(['status', 'code'], 'belongs in `response`, as `statusCode`'),
  ...each(['latency'], 'belongs in `response`, as `delay`'),
  ...each(['json', 'text'], 'belongs in `response`, as `data` or `body`; or in `when`'),
  ...each(['url'], 'belongs in `when`, as `path`'),
  ...each(['headers', 'body'], 'belongs in `response`, or in `when`'),
  ...each(['request', 'match', 'matcher', 'matchers', 'predicates'], 'is called `when`'),
  ...each(['count', 'limit', 'repeat'], 'is called `times`'),
  ...each(['probability'], 'is called `chance`'),
  ...each(['repeatMode', 'loop', 'cycle'], 'is called `repeatLast`, next to `responses`'),
  name: 'is called `endpoint`',
  answer: 'is called `response`',
  answers: 'is called `responses`',
  once: 'is called `times`: write 1',
  enabled: 'is called `chance`: 0 is off',
  priority:
    'is the order of the rules: temporary ones first, the oldest first; then the others, the newest first',
}

export const ofWhen: OtherWords = {
  ...each(['url', 'uri', 'urlPath', 'urlPattern', 'pathname'], 'is called `path`'),
  ...each(['jsonPath', 'jsonPointer'], 'is called `jsonAt`, with JSON Pointers as names'),
  ...each(['pathParams', 'pathParameters'], 'is called `params`'),
  ...each(['rawQuery', 'search'], 'is called `queryString`'),
  ...each(['exactQuery'], 'is called `queryString`: write the whole query'),
  ...each(['cookie', 'cookies'], 'belongs in `headers`, as `cookie`'),
  ...each(['text', 'content'], 'is called `body`'),
}

export const ofResponses: OtherWords = {
  ...each(['code'], 'is called `statusCode`'),
  ...each(['json', 'payload', 'value', 'result'], 'belongs in `data`'),
  ...each(['text', 'content', 'html', 'raw'], 'is called `body`'),
  ...each(
    ['base64', 'bodyBase64', 'base64Body'],
    'belongs in `body`, with `"bodyEncoding":"base64"`',
  ),
  ...each(['contentType', 'content-type', 'type'], 'belongs in `headers`, as `content-type`'),
  ...each(['cookie', 'cookies'], 'belongs in `headers`, as `set-cookie`'),
  ...each(['redirect', 'location'], 'belongs in `headers`, as `location`, with `"statusCode":302`'),
  ...each(['latency'], 'is called `delay`'),
  ...each(['stream'], 'is called `chunks`'),
  ...each(
    ['bodyFile', 'bodyFileName', 'file', 'filePath'],
    'works in a mock-endpoint.json only, as `bodyFile`; here, `body` has the content',
  ),
  ...each(['sse'], 'is called `events`'),
  ...each(['error'], 'is called `fault`'),
  ...each(
    ['send', 'callback', 'callbacks', 'webhook', 'webhooks', 'after', 'postServeActions'],
    'belongs in `then`: [{"send": …}]',
  ),
  ...each(['recording', 'capture'], 'is called `record`, next to `forward`'),
  ...each(['proxy', 'proxyTo', 'proxyBaseUrl', 'passthrough', 'upstream'], 'is called `forward`'),
  ...each(['method', 'path', 'query'], 'belongs in `when`'),
}

export const ofFollowUps: OtherWords = {
  ...each(['webhook', 'callback', 'deliver', 'delivery'], 'is called `send`'),
  ...each(
    ['to', 'url', 'event', 'events', 'body', 'headers', 'sign', 'delay'],
    'belongs in `send`',
  ),
}

export const ofDeliveries: OtherWords = {
  ...each(['url', 'uri', 'target', 'endpoint', 'destination'], 'is called `to`'),
  ...each(['payload', 'data', 'json', 'message'], 'belongs in `event`'),
  ...each(['text', 'content'], 'is called `body`'),
  ...each(['secret', 'scheme', 'signature'], 'belongs in `sign`'),
  ...each(['retries', 'retry', 'maxAttempts', 'tries', 'times'], 'is called `attempts`'),
  ...each(['contentType', 'content-type', 'type'], 'belongs in `headers`, as `content-type`'),
  ...each(['duplicates', 'copies'], 'is called `duplicate`'),
  ...each(['seed'], 'is called `shuffle`'),
}

/** Names of the faults in other tools and systems, in lower case and without separators. */
const otherFaults: Readonly<Record<string, NetworkFault>> = {
  timeout: 'hang',
  etimedout: 'hang',
  delay: 'hang',
  error: 'reset',
  network: 'reset',
  networkerror: 'reset',
  connectionreset: 'reset',
  connectionresetbypeer: 'reset',
  econnreset: 'reset',
  disconnect: 'close',
  empty: 'close',
  emptyresponse: 'close',
  abort: 'close',
  malformedresponsechunk: 'malformed',
  randomdatathenclose: 'malformed',
  garbage: 'malformed',
  invalid: 'malformed',
}

/** Returns a hint with the fault that is probably meant, or an empty text if none is close. */
export function faultHint(input: unknown): string {
  const given = String(input).slice(0, 100)
  const word = given.toLowerCase().replace(/[^a-z]/g, '')
  const meant = Object.hasOwn(otherFaults, word)
    ? otherFaults[word]
    : nearMisses(given, networkFaults, 1)[0]
  return meant === undefined ? '' : `: did you mean \`${meant}\`?`
}

const likes: Readonly<Record<string, string>> = {
  ...each(['regex', 'regexp', 'pattern', 'match', 'matching', 'like'], 'matches'),
  ...each(['includes', 'substring', 'has', 'contain'], 'contains'),
}

/** Returns a hint for a text condition whose only member has an unknown name, such as `regex`. */
export function likeHint(input: unknown): string {
  const [word = '', ...others] = typeof input === 'object' ? Object.keys(input ?? {}) : []
  if (others.length > 0) return ''
  if (Object.hasOwn(likes, word)) return `: did you mean \`${likes[word]}\`?`
  return /^(equals?|equalTo|eq|is|exact|value)$/.test(word) ? ': write only the string' : ''
}

type Units = Readonly<Record<string, number>>

/** The factors of units that users may write after a number. */
const ofDelays: Units = { ms: 1, s: 1000, m: 60_000, min: 60_000 }
const ofShares: Units = { '%': 0.01 }

/** Returns a hint with the number that is meant by a short text such as `"404"`. */
export function numberHint(input: unknown, units: Units = {}): string {
  const [, amount = '', unit = ''] =
    (typeof input === 'string' && /^\s*(\d{1,9}(?:\.\d{1,3})?)\s*([a-z]*|%)\s*$/.exec(input)) || []
  const times = unit === '' ? 1 : Object.hasOwn(units, unit) ? units[unit] : undefined
  if (amount === '' || times === undefined) return ''
  return `: write ${Number((Number(amount) * times).toPrecision(12))}`
}

/** Returns a hint with the milliseconds that are meant by a text such as `"1.5s"`. */
export function delayHint(input: unknown): string {
  return numberHint(input, ofDelays)
}

/** Returns a hint with the share that is meant by a number such as 50 or a text such as `"50%"`. */
export function shareHint(input: unknown): string {
  if (typeof input !== 'number') return numberHint(input, ofShares)
  return Number.isInteger(input) && input > 1 && input <= 100 ? `: write ${input / 100}` : ''
}

/** Returns the name, and the path below it, that are meant by a text with slashes. */
function partsOf(given: string): readonly [name?: string, path?: string | undefined] {
  const below = given.replace(/^\/?(endpoint\/)?/, '')
  const [, name, path] = /^([^/\\\p{C}]{1,100})(\/[^\\\p{C}]{0,200})?$/u.exec(below) ?? []
  return name === undefined || name.trim() === '' ? [] : [name, path === '/' ? undefined : path]
}

/** Returns a hint with the name that is meant by a path such as `/endpoint/orders`. */
export function nameHint(input: unknown): string {
  const [name, path] = typeof input === 'string' ? partsOf(input) : []
  return name === undefined || path !== undefined ? '' : `: write ${JSON.stringify(name)}`
}

/** Returns a hint with the name and path meant by a rule's endpoint such as `v1/orders`. */
export function endpointHint(input: unknown): string {
  const [name, path] = typeof input === 'string' ? partsOf(input) : []
  return path === undefined
    ? ''
    : `: write ${JSON.stringify(name)}, and "path": ${JSON.stringify(path)} in \`when\``
}

/** Returns a hint with the JSON Pointer that is meant by a path such as `$.customer.email`. */
export function pointerHint(path: string): string {
  if (path.length > 200 || !/^\$?[\w.[\]'"-]+$/.test(path)) return ''
  const steps = path.match(/[\w-]+/g) ?? []
  return steps.length === 0 ? '' : `: write /${steps.join('/')}`
}
