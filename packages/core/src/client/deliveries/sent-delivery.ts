// The handle that a client returns for a delivery.
import type { Control } from '../../control/control.ts'
import type { Delivery } from '../../model/delivery/delivery.ts'
import { realClock } from '../../model/time/clock.ts'
import type { DefaultTimeout } from '../requests/waiting.ts'
import { unless } from '../unless.ts'

/** The handle of a delivery that a client started. */
export interface SentDelivery {
  /** Increases with each delivery of the service. */
  readonly id: number
  /**
   * Resolves to the delivery when every message was delivered or has failed, or when the delivery
   * is cancelled. The wait starts when this is first read. Its timeout is the default of
   * `waitForRequest`. Rejects at the timeout, with the progress so far in the message.
   */
  readonly done: Promise<Delivery>
  /** Waits like `done`, with a timeout in milliseconds of real time. */
  wait(options: { readonly timeout: number }): Promise<Delivery>
  /** Resolves to its state so far, or to `undefined` if it was removed, such as by a reset. */
  read(): Promise<Delivery | undefined>
  /** Cancels it, so that no attempt follows, and removes it. Resolves to whether it was there. */
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
      // The service removed it, which cancels a pending delivery.
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

/** Maximum wait of one call, in milliseconds. Most proxies wait longer for a response. */
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
