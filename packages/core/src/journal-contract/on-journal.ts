// A test of the contract: a name, and what is true of an empty journal. Closes what it opened.
import type { Journal } from '../journal/journal.ts'
import type { Awaitable } from '../model/time/awaitable.ts'

/** How the journal of a test is to be. */
export interface OpenOptions {
  /** How many requests it keeps; 0 for none. Default: 1,000 or more. */
  readonly requests?: number
}

/** Opens an empty journal. */
export type OpenJournal = (options: OpenOptions) => Awaitable<Journal>

/** What is true of an empty journal. `another` opens one more. */
type Check = (journal: Journal, another: () => Promise<Journal>) => Promise<void>

/** What to check, on which kind of journal. */
type How = [check: Check] | [options: OpenOptions, check: Check]

/** Adds a test, which runs on an empty journal of its own. */
export type TestOnJournal = (name: string, ...how: How) => void

/** Opens a journal, checks it, and closes it whatever happens. */
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
