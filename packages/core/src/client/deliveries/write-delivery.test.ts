// How a delivery is written as the body of an API call.
import { expect, test } from 'vitest'
import { rawJson } from '../json-writer.ts'
import type { NewDelivery } from './new-delivery.ts'
import { writeDelivery } from './write-delivery.ts'

const to = 'http://localhost/'

test.each<[delivery: NewDelivery, text: string]>([
  [
    { to: new URL(to), event: { a: -0 }, attempts: undefined },
    '{"to":"http://localhost/","event":{"a":-0}}',
  ],
  [
    { to, events: [rawJson('1.0'), null], backoff: [1, 2], headers: { 'user-agent': null } },
    '{"to":"http://localhost/","events":[1.0,null],"backoff":[1,2],"headers":{"user-agent":null}}',
  ],
  [{ to, event: rawJson('{ "a":1e2 }') }, '{"to":"http://localhost/","event":{ "a":1e2 }}'],
  [{ to, body: 'é"' }, '{"to":"http://localhost/","body":"é\\""}'],
  [
    { to, body: new Uint8Array([0, 255]) },
    '{"to":"http://localhost/","body":"AP8=","bodyEncoding":"base64"}',
  ],
  [
    { to, event: 1, sign: { scheme: 'hmac', secret: 's', header: 'x-sig', tolerance: 1, now: 2 } },
    '{"to":"http://localhost/","event":1,"sign":{"scheme":"hmac","secret":"s","header":"x-sig"}}',
  ],
])('a delivery is written as JSON: %j', (delivery, text) => {
  expect(writeDelivery(delivery)).toBe(text)
})

test('an event with values that JSON cannot hold is refused with all faults at once', () => {
  const event = { at: undefined, big: 1n, list: [Number.NaN] }
  expect(() => writeDelivery({ to, event })).toThrow(
    expect.objectContaining({
      code: 'invalid-delivery',
      extensions: {
        errors: [
          expect.objectContaining({ pointer: '/event/at' }),
          expect.objectContaining({ pointer: '/event/big' }),
          expect.objectContaining({ pointer: '/event/list/0' }),
        ],
      },
    }),
  )
})

/** Checked only by the compiler. */
export const refused: unknown[] = [
  // @ts-expect-error: nothing is sent
  { to } satisfies NewDelivery,
  // @ts-expect-error: one of them
  { to, event: 1, body: '' } satisfies NewDelivery,
  // @ts-expect-error: each has its own
  { to, events: [1], id: 'a' } satisfies NewDelivery,
  // @ts-expect-error: of hmac
  { to, event: 1, sign: { scheme: 'stripe', secret: 's', header: 'a' } } satisfies NewDelivery,
  // @ts-expect-error: no header
  { to, event: 1, sign: { scheme: 'hmac', secret: 's' } } satisfies NewDelivery,
]
