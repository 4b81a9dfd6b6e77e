// Bodies that describe a delivery, and the faults of invalid ones.
import { describe, expect, test } from 'vitest'
import { runWhole } from '../../test/run-whole.ts'
import { Problem } from '../problem/problem.ts'
import { parseDelivery } from './parse-delivery.ts'

const to = 'http://localhost:3000/hooks'

function parse(body: unknown): unknown {
  return runWhole(parseDelivery(typeof body === 'string' ? body : JSON.stringify(body)))
}

function faultsOf(body: unknown): string[] {
  try {
    parse(body)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect(error.code).toBe('invalid-delivery')
    const faults = error.extensions.errors ?? []
    return faults.map(({ pointer, detail }) => `${pointer} ${detail}`)
  }
  throw new Error('It was taken.')
}

test('the events of a delivery are kept byte for byte', () => {
  expect(parse(`{"to":"${to}","event":{ "a" : 1.0, "a":2}}`)).toEqual({
    to,
    event: '{ "a" : 1.0, "a":2}',
  })
  expect(parse(`{"to":"${to}","events":[ 1e2 ,null]}`)).toEqual({ to, events: ['1e2', 'null'] })
})

test.each([
  { body: '' },
  { body: 'AAE=', bodyEncoding: 'base64' },
  { event: null, headers: { a: 'b', c: ['d', 'e'], 'User-Agent': null } },
  { event: 1, sign: { scheme: 'twilio', secret: 's', url: 'https://a.example' } },
  { event: 1, sign: { scheme: 'hmac', secret: 's', header: 'x-sig', timestampHeader: 'x-time' } },
  { event: 1, attempts: 3, backoff: 0.5 },
  { event: 1, attempts: 100, backoff: [0, 86_400_000], timeout: 1 },
  { event: 1, duplicate: 100, shuffle: -1.5, id: 'evt_1', delay: 3_600_000, method: 'DELETE' },
])('%j is a valid delivery', (given) => {
  expect(parse({ to, ...given })).toMatchObject({ to })
})

describe('invalid deliveries', () => {
  test.each<[body: unknown, ...faults: string[]]>([
    ['[]', ' must be an object'],
    [{ event: 1 }, '/to must be a URL such as http://localhost:3000/hooks'],
    [{ to }, ' needs event, events or body'],
    [{ to, event: 1, body: '' }, '/body cannot be used with event'],
    [{ to, event: 1, events: [1] }, '/events cannot be used with event'],
    [{ to, events: [] }, '/events must not be empty'],
    [{ to, events: {} }, '/events must be a list; a single one is `event`'],
    [{ to, events: [1], id: 'a' }, '/id cannot be used with events, each of which has its own'],
    [
      { to: '/hooks', event: 1 },
      '/to must be a URL such as https://api.example.com, of at most 2000 characters',
    ],
    [
      { to: 'http://a:b@c.example', event: 1 },
      '/to must not have a user or a password: an authorization header belongs in `headers`',
    ],
    [{ to: 1, event: 1 }, '/to must be a URL such as http://localhost:3000/hooks'],
    [{ to, body: {} }, '/body must be a string; JSON belongs in `event`'],
    [{ to, body: 'é', bodyEncoding: 'base64' }, '/body must be base64, as bodyEncoding says'],
    [{ to, event: 1, bodyEncoding: 'base64' }, '/bodyEncoding needs a body'],
    [{ to, event: 1, method: 'GET' }, '/method must be one of POST, PUT, PATCH, DELETE'],
    [{ to, event: 1, headers: { Host: 'a' } }, '/headers/host comes from the URL in `to`'],
    [
      { to, event: 1, headers: { 'Content-Length': '1' } },
      '/headers/Content-Length is set by the service, which keeps HTTP valid; only a fault breaks it',
    ],
    [
      { to, event: 1, sign: 'stripe' },
      '/sign must be an object, such as {"scheme": "stripe", "secret": …}',
    ],
    [{ to, event: 1, sign: { scheme: 'stripe' } }, '/sign/secret must be a string'],
    [{ to, event: 1, sign: { scheme: 'stripe', secret: '' } }, '/sign/secret must not be empty'],
    [
      { to, event: 1, sign: { scheme: 'svix', secret: 's' } },
      '/sign/scheme must be one of standard, github, stripe, slack, shopify, twilio, hmac',
    ],
    [
      { to, event: 1, sign: { scheme: 'stripe', secret: 's', header: 'a' } },
      '/sign/header is only for the scheme hmac',
    ],
    [
      { to, event: 1, sign: { scheme: 'hmac', secret: 's' } },
      '/sign/header is missing; it is the header that has the signature',
    ],
    [{ to, event: 1, attempts: 0 }, '/attempts must be an integer from 1 to 100'],
    [{ to, event: 1, attempts: '3' }, '/attempts must be an integer from 1 to 100: write 3'],
    [
      { to, event: 1, backoff: 5 },
      '/backoff needs attempts, more than 1: there is one attempt otherwise',
    ],
    [{ to, event: 1, attempts: 2, backoff: [] }, '/backoff must not be empty'],
    [
      { to, event: 1, attempts: 2, backoff: -1 },
      '/backoff must be a number of milliseconds from 0 to 86400000, or a list of them',
    ],
    [{ to, event: 1, timeout: 0 }, '/timeout must be a number of milliseconds from 1 to 600000'],
    [
      { to, events: Array(11).fill(1), duplicate: 91 },
      '/duplicate makes more than 1000 messages of these events',
    ],
    [{ to, event: 1, id: 'a b' }, '/id must be 1 to 255 visible ASCII characters'],
    [
      { url: to, payload: 1, retries: 2, secret: 's', target: 1 },
      '/to must be a URL such as http://localhost:3000/hooks',
      '/url is called `to`',
      '/payload belongs in `event`',
      '/retries is called `attempts`',
      '/secret belongs in `sign`',
      '/target is called `to`',
      ' needs event, events or body',
    ],
  ])('the delivery %j is refused', (body, ...faults) => {
    expect(new Set(faultsOf(body))).toEqual(new Set(faults))
  })
})

test('the error message includes the shape of a delivery', () => {
  const shape =
    '{"to": …, "event" or "events" or "body": …, "sign"?: {"scheme": …, "secret": …}, "attempts"?: …}'
  expect(() => parse({ to })).toThrow(
    `the body needs event, events or body. A delivery is ${shape}.`,
  )
})
