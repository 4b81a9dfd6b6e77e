// What a client hands out for a webhook that it had sent.
import type { Control } from '../../control/control.ts'
import type { Delivery } from '../../model/delivery/delivery.ts'
import { realClock } from '../../model/time/clock.ts'
import type { DefaultTimeout } from '../requests/waiting.ts'
import { unless } from '../unless.ts'

/** A webhook that is being sent. */
export interface SentDelivery {
  /** Grows with each delivery of the service. */
  readonly id: number
  /**
   * What became of it, once every message was taken or is not tried again, or once it was cancelled.
   * The first look at it begins to wait, as long as `waitForRequest` does by default. Rejects when the
   * time is up, and says what has become of it by then.
   */
  readonly done: Promise<Delivery>
  /** The same, for so many milliseconds of real time. */
  wait(options: { readonly timeout: number }): Promise<Delivery>
  /** What has become of it so far; `undefined` when the service has forgotten it, as after a reset. */
  read(): Promise<Delivery | undefined>
  /** Ends it, so that no attempt follows, and forgets it. Resolves to whether it was there. */
  cancel(): Promise<boolean>
}

type DeliveryControl = Pick<Control, 'getDelivery' | 'removeDelivery'>

export function createSentDelivery(
  control: DeliveryControl,
  sent: Delivery,
  defaultTimeout: DefaultTimeout,
): SentDelivery {
  const id = String(sent.id)
  const read = async (wait = 0) => unless('delivery-not-found', control.getDelivery({ id, wait }))

  async function wait(timeout: number): Promise<Delivery> {
    const end = realClock.now() + timeout
    let last = sent
    for (let left = timeout; ; left = end - realClock.now()) {
      const now = await read(Math.min(Math.max(Math.ceil(left), 0), longestWait))
      // Whoever forgot it has cancelled it, as far as it was pending.
      if (!now) return { ...last, state: 'cancelled' }
      last = now
      if (last.state !== 'pending') return last
      if (left <= 0) throw tooLate(last, timeout)
    }
  }

  let done: Promise<Delivery> | undefined
  return {
    id: sent.id,
    get done() {
      done ??= wait(defaultTimeout())
      return done
    },
    wait: ({ timeout }) => wait(timeout),
    read: () => read(),
    cancel: async () =>
      (await unless('delivery-not-found', control.removeDelivery(id))) !== undefined,
  }
}

/** Of one call, in milliseconds: less than most proxies wait for a response. */
const longestWait = 60_000

function tooLate({ to, messages, delivered, failed, attempts }: Delivery, timeout: number): Error {
  const last = attempts.at(-1)
  const came = last && (last.detail ?? `The last response had the status ${last.statusCode}.`)
  const rest = messages - delivered - failed
  return new Error(
    `The delivery to ${to} did not end in time: ${rest} of ${messages} messages are pending.\n` +
      `The wait ended after ${Math.round(timeout)} ms, and ${attempts.length} attempts.` +
      ` ${came ?? 'No attempt has ended.'}`,
  )
}
