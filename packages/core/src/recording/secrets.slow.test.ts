// Ten thousand exchanges that have secrets in all kinds of places, and repeat them in others.
import { expect, test } from 'vitest'
import type { HeaderPairs } from '../model/http/response.ts'
import { Problem } from '../model/problem/problem.ts'
import { ruleToJson } from '../model/rule/rule-json.ts'
import { createDraws } from '../rules/respond/random.ts'
import { record } from '../test/recorded.ts'

const { random } = createDraws(7)
const below = (most: number): number => Math.floor(random() * most)
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T

const letters = 'abcXYZ019-_.~+/=%&"\\\' é😀'

/** Returns a random secret. No other text here has its first letters. */
function newSecret(): string {
  return `S3cr${Array.from({ length: 8 + below(30) }, () => oneOf([...letters])).join('')}`
}

/** Removes characters that cookies cannot hold, and pads: short values are not searched for. */
const cookieSafe = (value: string): string => value.replace(/[^\w.~+/-]/g, '') + 'x'.repeat(16)

const ofCookies: readonly ((secret: string) => Place)[] = [
  (secret) => ({ asked: [['cookie', `lang=en; sid=${secret}`]] }),
  (secret) => ({ answered: [['set-cookie', `sid=${secret}; Path=/`]] }),
]

/** Places in a request or response that mark a value as a secret. */
const places: readonly ((secret: string) => Place)[] = [
  (secret) => ({ asked: [['authorization', `Bearer ${secret}`]] }),
  (secret) => ({ asked: [['Authorization', secret]] }),
  (secret) => ({ asked: [['x-api-key', secret]] }),
  (secret) => ({ asked: [['x-own', secret]] }),
  (secret) => ({ query: `api_key=${encodeURIComponent(secret)}` }),
  (secret) => ({ query: `own=${encodeURIComponent(secret)}&page=1` }),
  (secret) => ({ answered: [['x-auth-token', secret]] }),
  (secret) => ({
    form: new URLSearchParams({ client_secret: secret, grant_type: 'a' }).toString(),
  }),
  (secret) => ({ json: { user: { email: secret, n: 1 } } }),
  (secret) => ({ json: { client_secret: secret } }),
  (secret) => ({ data: { access_token: secret, expires_in: 3600 } }),
  (secret) => ({ data: { user: { email: secret } } }),
]

interface Place {
  readonly asked?: HeaderPairs
  readonly answered?: HeaderPairs
  readonly query?: string
  readonly form?: string
  readonly json?: object
  readonly data?: object
}

/** Returns texts that repeat the secret. */
function echo(secret: string): {
  headers: HeaderPairs
  query: string
  path: string
  data: unknown
} {
  const encoded = oneOf([
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ])
  return {
    headers: random() < 0.5 ? [['location', `/next?t=${encoded}`]] : [],
    query: random() < 0.2 ? `&q=${encoded}` : '',
    path: random() < 0.2 ? `/of/${encoded}` : '/of/me',
    data: oneOf([undefined, { said: `you are ${secret}` }, [[secret]], { [secret]: 1 }]),
  }
}

const inEscapes = (text: string, units: RegExp): string =>
  text.replace(units, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Spellings of JSON by other programs. */
const writers: readonly ((json: string) => string)[] = [
  (json) => json,
  (json) => json.replaceAll('/', '\\/'),
  (json) => inEscapes(json, /[&<>]/g),
  (json) => inEscapes(json, /[^ -~]/g),
]

const redact = { headers: ['x-own'], query: ['own'], json: ['/user/email'] }

test('no secret of ten thousand exchanges is in a recording', async () => {
  let recorded = 0
  for (let i = 0; i < 10_000; i++) {
    const isCookie = random() < 0.2
    const secret = isCookie ? cookieSafe(newSecret()) : newSecret()
    const place = oneOf(isCookie ? ofCookies : places)(secret)
    const { headers, query, path, data } = echo(secret)
    const { asked = [], answered = [], form, json } = place
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
    const given = { ...place.data, ...(data !== undefined && { data }) }
    const body = JSON.stringify(given)
    const answer = {
      headers: [
        ['content-type', oneOf(['application/json', 'text/plain'])],
        ...answered,
        ...headers,
      ],
      body: oneOf(writers)(body),
    } as const
    try {
      const rule = await record(
        {
          method: form === undefined && json === undefined ? 'GET' : 'POST',
          path,
          query: (place.query ?? 'a=1') + query,
          headers: [['content-type', type], ...asked],
          body: form ?? (json ? JSON.stringify(json) : ''),
        },
        answer,
        { redact },
      )
      const text = ruleToJson(rule)
      if (text.includes('S3cr')) throw new Error(`${JSON.stringify(place)} is told in ${text}`)
      recorded += 1
    } catch (error) {
      // A refused exchange is not recorded, with or without a secret.
      if (!(error instanceof Problem)) throw error
    }
  }
  expect(recorded).toBeGreaterThan(9_000)
})
