// Webhooks that a service sends. What sends them is loaded with the first one: most services send none.
import type { Outbox, SendingOptions } from './outbox.ts'

export interface Deliveries {
  /** What sends them, and tells what became of them. */
  outbox(): Promise<Outbox>
  /** Ends all, and forgets them. */
  clear(): void
  /** Ends all, and takes no more. */
  close(): void
}

export function createDeliveries(options: SendingOptions): Deliveries {
  let loaded: Outbox | undefined
  let isClosed = false
  return {
    async outbox() {
      const { createOutbox } = await import('./outbox.ts')
      loaded ??= createOutbox(options)
      if (isClosed) loaded.close()
      return loaded
    },
    clear: () => void loaded?.clear(),
    close() {
      isClosed = true
      loaded?.close()
    },
  }
}
