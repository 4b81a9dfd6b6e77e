// A delivery as it is stored.
import type { Delivery, DeliveryState } from '../model/delivery/delivery.ts'
import type { Ending } from './ending.ts'
import type { KeptAttempts } from './kept-attempts.ts'

export interface Entry
  extends Pick<Delivery, 'id' | 'request' | 'to' | 'method' | 'createdAt' | 'messages'> {
  state: DeliveryState
  delivered: number
  failed: number
  readonly attempts: KeptAttempts
  /** Ends the delivery. */
  readonly ending: Ending
  /** Resolves when the delivery is no longer pending. */
  readonly ended: Promise<void>
}

/** Returns an entry as the control API shows it. Requests and responses only if `isWhole`. */
export function toDelivery(entry: Entry, isWhole = false): Delivery {
  const { attempts, ending, ended, ...members } = entry
  return {
    ...members,
    attempts: attempts.list(isWhole),
    attemptsDropped: attempts.dropped(),
  }
}
