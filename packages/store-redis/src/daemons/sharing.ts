// Functions that the daemons on a store share: one journal, orders to all daemons, and their names.
import type { CountedRules, Sharing } from '@mock-endpoint/core'
import { createSharedJournal, type RequestLog } from '@mock-endpoint/core/shared-journal'
import type { Link } from '../link/link.ts'
import type { Durability } from '../link/settings.ts'
import type { Asks } from './asks.ts'

export interface SharingOptions {
  readonly asks: Asks
  readonly log: RequestLog
  readonly link: Link
  readonly rules: CountedRules
  readonly durability: () => Durability
}

/** Time that a daemon has to carry out an order, and to reply with its name, in milliseconds. */
const patience = { order: 1_000, name: 500 }

export function createSharing({ asks, log, link, rules, durability }: SharingOptions): Sharing {
  asks.answer('name', () => log.name)
  return {
    name: log.name,
    rules,
    get durability() {
      return durability()
    },
    openJournal: (limits) => createSharedJournal(log, limits),
    async order(text) {
      const results = await asks.ask(link, { kind: 'order', text, patience: patience.order })
      return results.reduce((sum, result) => sum + Number(result), 0)
    },
    onOrder(carryOut) {
      asks.answer('order', async (text) => String(await carryOut(text)))
    },
    async names() {
      const names = await asks.ask(link, { kind: 'name', patience: patience.name })
      return [...names].sort()
    },
  }
}
