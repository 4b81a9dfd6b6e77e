// Which endpoints have unsaved changes, and what these are: until they are saved or discarded, also
// when the page is left.
import { signal } from '@preact/signals'
import { messageOf } from '../api/control.ts'
import { settleTexts } from '../editor/pending-texts.ts'
import {
  type KeptDraft,
  readKeys,
  readStored,
  removeStored,
  writeLast,
  writeStored,
} from './draft-store.ts'

/** The names of the endpoints with unsaved changes; `newKey` for one that is not there yet. */
export const unsaved = signal<ReadonlySet<string>>(new Set())
/** Why unsaved changes would be lost if the page were left now; `undefined` when they would not. */
export const notKept = signal<string | undefined>(undefined)

/** Those of this tab. */
const drafts = new Map<string, KeptDraft>()
/** Those that the browser does not have as they are now. */
const unwritten = new Set<string>()
/** What is about to write them. */
const waiting = new Map<string, number>()

const pause = 250
/** A text of megabytes is written less often. */
const charactersPerMillisecond = 5000

/** Keeps it in this tab at once, and in the browser as soon as nobody types. */
export function keepDraft(draft: KeptDraft): void {
  const { key } = draft
  drafts.set(key, draft)
  unwritten.add(key)
  mark(key, true)
  clearTimeout(waiting.get(key))
  const wait = pause + draft.typed.data.length / charactersPerMillisecond
  waiting.set(key, window.setTimeout(write, wait, key))
}

/** There is nothing unsaved any more. */
export function dropDraft(key: string): void {
  clearTimeout(waiting.get(key))
  waiting.delete(key)
  unwritten.delete(key)
  if (!drafts.delete(key) && !unsaved.peek().has(key)) return
  mark(key, false)
  void settle(removeStored(key))
}

export async function readDraft(key: string): Promise<KeptDraft | undefined> {
  const own = drafts.get(key)
  if (own) return own
  try {
    const stored = await readStored(key)
    if (stored) drafts.set(key, stored)
    return stored
  } catch (error) {
    notKept.value = messageOf(error)
    return undefined
  }
}

async function write(key: string): Promise<void> {
  clearTimeout(waiting.get(key))
  waiting.delete(key)
  const draft = drafts.get(key)
  if (!draft) return
  const isWritten = await settle(writeStored(draft))
  if (isWritten && drafts.get(key) === draft) unwritten.delete(key)
}

async function settle(work: Promise<void>): Promise<boolean> {
  try {
    await work
    notKept.value = undefined
    return true
  } catch (error) {
    notKept.value = messageOf(error)
    return false
  }
}

function mark(key: string, isUnsaved: boolean): void {
  if (unsaved.peek().has(key) === isUnsaved) return
  const marked = new Set(unsaved.peek())
  if (isUnsaved) marked.add(key)
  else marked.delete(key)
  unsaved.value = marked
}

/** Reads which there are, and again when somebody comes back to this tab. Returns what ends that. */
export function watchDrafts(): () => void {
  const look = async (): Promise<void> => {
    // Who leaves may not come back.
    if (document.hidden) return writeAll()
    try {
      const stored = await readKeys()
      forgetOthers(new Set(stored))
      unsaved.value = new Set([...stored, ...drafts.keys()])
    } catch (error) {
      notKept.value = messageOf(error)
    }
  }
  const stay = (event: BeforeUnloadEvent): void => {
    if (!isSafeToLeave()) event.preventDefault()
  }
  void look()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('beforeunload', stay)
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('beforeunload', stay)
  }
}

/** What another tab has saved or discarded meanwhile. */
function forgetOthers(stored: ReadonlySet<string>): void {
  if (notKept.peek()) return
  for (const key of drafts.keys()) if (!stored.has(key) && !unwritten.has(key)) drafts.delete(key)
}

/** Writes what is not written yet. */
function isSafeToLeave(): boolean {
  settleTexts()
  if (notKept.peek()) return drafts.size === 0
  return [...drafts.values()].every((draft) => !unwritten.has(draft.key) || writeLast(draft))
}

function writeAll(): void {
  settleTexts()
  for (const key of waiting.keys()) void write(key)
}
