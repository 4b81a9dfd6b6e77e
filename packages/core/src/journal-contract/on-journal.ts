// Runs a test of the contract on an empty journal, and closes each journal that it opened.
import type { Journal } from '../journal/journal.ts'
import type { Awaitable } from '../model/time/awaitable.ts'

/** Options for the journal of a test. */
export interface OpenOptions {
  /** Maximum number of requests that it keeps, 0 for none. Default: 1,000 or more. */
  readonly requests?: number
}

/** Opens an empty journal. */
export type OpenJournal = (options: OpenOptions) => Awaitable<Journal>

/** Checks an empty journal. `another` opens one more. */
type Check = (journal: Journal, another: () => Promise<Journal>) => Promise<void>

/** The check, and the options of its journal. */
type How = [check: Check] | [options: OpenOptions, check: Check]

/** Adds a test, which runs on its own empty journal. */
export type TestOnJournal = (name: string, ...how: How) => void

/** Opens a journal, checks it, and closes it even if the check fails. */
export async function onJournal(open: OpenJournal, how: How): Promise<void> {
  const [options, check] = how.length === 2 ? how : [{}, how[0]]
  const opened: Journal[] = []
  const another = async (): Promise<Journal> => {
    const journal = await open(options)
    opened.push(journal)
    return journal
  }
  try {
    await check(await another(), another)
  } finally {
    for (const journal of opened) journal.close()
  }
}
