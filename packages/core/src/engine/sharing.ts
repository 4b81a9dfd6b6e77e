// What services do together that are on one store, beside keeping the same endpoints.
import type { Journal, JournalLimits } from '../journal/journal.ts'
import type { EndpointStore } from '../model/store/store.ts'
import type { CountedRules } from '../rules/kept/counted-rules.ts'

/** A store that may have other services on it. */
export interface SharedStore extends EndpointStore {
  readonly sharing: Sharing
}

/** How a service works together with the other services on its store. */
export interface Sharing {
  /** What this service is called among the others. */
  readonly name: string
  /** What an acknowledged write outlives, in a word or two: health tells it. */
  readonly durability: string
  readonly rules: CountedRules
  /** Opens the one journal of all. Throws a `TypeError` for a limit that is not a number from 0 up. */
  openJournal(limits: JournalLimits): Journal
  /**
   * Has every service carry out an order, this one too. Resolves to what they came to, added up, of
   * those that carried it out in time; rejects with a `StoreError` when one of them failed.
   */
  order(text: string): Promise<number>
  /** Carries out orders from now on. */
  onOrder(carryOut: (text: string) => Promise<number>): void
  /** The names of those that are there, in order. */
  names(): Promise<readonly string[]>
}

/** How services share this store, if they do. */
export function sharingOf(store: EndpointStore | SharedStore): Sharing | undefined {
  return 'sharing' in store ? store.sharing : undefined
}
