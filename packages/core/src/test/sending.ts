// Deliveries to a receiver that is a function of the test, on a clock that the test controls.
import { createAllowedHosts } from '../forward/allowed-hosts.ts'
import type { ForwardRequest, ForwardResponse } from '../forward/forwarder.ts'
import type { Delivery } from '../model/delivery/delivery.ts'
import type { Clock } from '../model/time/clock.ts'
import { createOutbox, type Outbox, type SendingOptions } from '../sending/outbox.ts'
import { type HandClock, handClock } from './hand-clock.ts'

export const to = 'http://localhost:3000/hooks?a=%41#b'

/** Answers each message with a status or a response. */
export type Receive = (
  asked: ForwardRequest,
  nth: number,
) => number | ForwardResponse | Promise<number | ForwardResponse>

export interface Sending {
  readonly outbox: Outbox
  readonly clock: HandClock
  /** The requests that the receiver got, in order. */
  readonly asked: readonly ForwardRequest[]
  /** The errors that `onError` got. */
  readonly errors: readonly unknown[]
  readonly send: (delivery: object) => Promise<Delivery>
}

export function createSending(receive: Receive, options: Partial<SendingOptions> = {}): Sending {
  const clock = handClock()
  const asked: ForwardRequest[] = []
  const errors: unknown[] = []
  const outbox = createOutbox({
    async forwarder(request) {
      const nth = asked.push(request)
      const given = await receive(request, nth)
      return typeof given === 'number' ? responseOf(given) : given
    },
    allowed: createAllowedHosts(['localhost'], 'allowSend'),
    clock,
    bodyBytes: 100,
    masked: ['authorization'],
    onError: (error) => void errors.push(error),
    ...options,
  })
  const send = (delivery: object) => outbox.send(JSON.stringify({ to, ...delivery }))
  return { outbox, clock, asked, errors, send }
}

export function responseOf(status: number, ...pieces: string[]): ForwardResponse {
  async function* body(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (const piece of pieces) yield new TextEncoder().encode(piece)
  }
  return { status, headers: [['content-type', 'text/plain']], body: body() }
}

/** Returns the clock with another time. */
export function at(clock: Clock, time: () => number): Clock {
  return { ...clock, time, now: time }
}

export const never = (): Promise<never> => new Promise(() => {})

export function textOf({ body = new Uint8Array() }: ForwardRequest): string {
  return new TextDecoder().decode(body)
}
