// A delivery as it is kept.
import type { Delivery, DeliveryState } from '../model/delivery/delivery.ts'
import type { Ending } from './ending.ts'
import type { KeptAttempts } from './kept-attempts.ts'

export interface Entry
  extends Pick<Delivery, 'id' | 'request' | 'to' | 'method' | 'createdAt' | 'messages'> {
  state: DeliveryState
  delivered: number
  failed: number
  readonly attempts: KeptAttempts
  /** Ends it. */
  readonly ending: Ending
  /** Resolves when it is not pending any more. */
  readonly ended: Promise<void>
}

/** As the control API shows it; only if it is whole with what was sent and came back. */
export function toDelivery(entry: Entry, isWhole = false): Delivery {
  const { attempts, ending, ended, ...members } = entry
  return {
    ...members,
    attempts: attempts.list(isWhole),
    attemptsDropped: attempts.dropped(),
  }
}
