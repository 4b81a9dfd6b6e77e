// A journal that breaks its contract in one way, and what the contract says of it.
import { createJournal, type Journal } from '../../journal/journal.ts'
import type { OpenOptions } from '../../journal-contract/on-journal.ts'

export interface BrokenJournal {
  /** What is wrong with it. */
  readonly it: string
  /** The calls that do it wrong. The others are those of the journal that it wraps. */
  readonly breaks: (journal: Journal) => Partial<Journal>
  /** A test that fails. */
  readonly fails: string
  /** A part of what it says. */
  readonly says: string
}

/** The journal in memory, broken. */
export function openBroken(
  { breaks }: Pick<BrokenJournal, 'breaks'>,
  options: OpenOptions = {},
): Journal {
  const journal = createJournal(options)
  return { ...journal, ...breaks(journal) }
}
