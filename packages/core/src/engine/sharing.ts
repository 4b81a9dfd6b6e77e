// The parts that services on one store share besides endpoints: temporary rules, journal, orders.
import type { Journal, JournalLimits } from '../journal/journal.ts'
import type { EndpointStore } from '../model/store/store.ts'
import type { CountedRules } from '../rules/kept/counted-rules.ts'

/** A store that several services may use. */
export interface SharedStore extends EndpointStore {
  readonly sharing: Sharing
}

/** How a service works together with the other services on its store. */
export interface Sharing {
  /** The name of this service among the others. */
  readonly name: string
  /** The durability of an acknowledged write, in a word or two. The health response includes it. */
  readonly durability: string
  readonly rules: CountedRules
  /** Opens the shared journal. Throws a `TypeError` for a limit that is not a number from 0 up. */
  openJournal(limits: JournalLimits): Journal
  /**
   * Has every service carry out an order, including this one. Resolves to the sum of the results of
   * all that carried it out in time. Rejects with a `StoreError` when one of them failed.
   */
  order(text: string): Promise<number>
  /** Carries out orders with this function from now on. */
  onOrder(carryOut: (text: string) => Promise<number>): void
  /** Resolves to the names of the services that are running, in order. */
  names(): Promise<readonly string[]>
}

/** Returns how services share this store, if they do. */
export function sharingOf(store: EndpointStore | SharedStore): Sharing | undefined {
  return 'sharing' in store ? store.sharing : undefined
}
