// The webhooks of a service. Their code is loaded on demand, because most services send none.
import type { DeliveryRequest } from '../model/delivery/delivery-request.ts'
import type { Outbox, Ready, SendingOptions } from './outbox.ts'

export interface Deliveries {
  /** Loads the outbox, which sends webhooks and keeps their results. */
  outbox(): Promise<Outbox>
  /** Checks webhooks, and reserves room for them. Rejects with a `Problem`. */
  prepare(sends: readonly DeliveryRequest[], request: number | undefined): Promise<Ready>
  /** Cancels all deliveries, and removes them. */
  clear(): void
  /** Cancels all deliveries, and accepts no more. */
  close(): void
}

export function createDeliveries(options: SendingOptions): Deliveries {
  let loaded: Outbox | undefined
  let isClosed = false
  let clears = 0

  async function outbox(): Promise<Outbox> {
    const { createOutbox } = await import('./outbox.ts')
    loaded ??= createOutbox(options)
    if (isClosed) loaded.close()
    return loaded
  }

  return {
    outbox,
    async prepare(sends, request) {
      const before = clears
      const { prepare } = await outbox()
      const all: Ready[] = []
      const giveUp = (): void => {
        for (const each of all) each.giveUp()
      }
      try {
        for (const send of sends) all.push(await prepare(send, request))
      } catch (error) {
        giveUp()
        throw error
      }
      return {
        send() {
          if (clears !== before) return giveUp()
          for (const each of all) each.send()
        },
        giveUp,
      }
    },
    clear() {
      clears += 1
      loaded?.clear()
    },
    close() {
      isClosed = true
      loaded?.close()
    },
  }
}
