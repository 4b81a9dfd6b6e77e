// The drafts of all forms: unsaved changes, kept until they are saved or discarded, even when the
// page is left.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { messageOf } from '../api/control.ts'
import { settleTexts } from '../editor/pending-texts.ts'
import { sayError } from '../shell/toasts.tsx'
import { endpointOfKey } from './draft-keys.ts'
import {
  isKnown,
  type KeptDraft,
  readStored,
  removeLast,
  removeStored,
  storedTitles,
  watchStore,
  writeLast,
  writeStored,
} from './draft-store.ts'
import { formOf } from './open-forms.ts'

/** The keys of everything with unsaved changes, with the titles of what was never saved. */
export const unsaved = signal<ReadonlyMap<string, string>>(new Map())
/** The names of the endpoints with unsaved changes, in the endpoint itself or in its rules. */
export const unsavedNames: ReadonlySignal<ReadonlySet<string>> = computed(
  () => new Set([...unsaved.value.keys()].flatMap((key) => endpointOfKey(key) ?? [])),
)
/** For each key, why its draft would be lost if the page were left now. */
const reasons = signal<ReadonlyMap<string, string>>(new Map())

/** The drafts whose current version is not in the database. */
const unwritten = new Map<string, KeptDraft>()
/** The unwritten drafts that are being written now. */
const writing = new Map<string, KeptDraft>()
/** The keys of the drafts that are being removed. */
const removing = new Set<string>()
/** The timers that will write drafts, by key. */
const waiting = new Map<string, number>()

const pause = 250
/** Lengthens the pause for long texts, so that megabytes are written less often. */
const charactersPerMillisecond = 5000

/** Keeps a draft in this tab at once, and in the browser after a pause in typing. */
export function keepDraft(draft: KeptDraft): void {
  const { key } = draft
  unwritten.set(key, draft)
  put(unsaved, key, draft.title)
  clearTimeout(waiting.get(key))
  const wait = pause + draft.typed.data.length / charactersPerMillisecond
  waiting.set(key, window.setTimeout(write, wait, key))
}

/** Keeps a draft again, and shows it if its form is open. */
export function bringBack(draft: KeptDraft): void {
  // Otherwise pending text of an editor could overwrite the draft later.
  settleTexts()
  keepDraft(draft)
  formOf(draft.key)?.take(draft)
}

/** Drops the draft of this tab, because nothing in it is unsaved any more. */
export function dropDraft(key: string): void {
  stopWaiting(key)
  put(reasons, key, undefined)
  if (!unwritten.delete(key) && !isKnown(key)) return
  put(unsaved, key, undefined)
  void remove(key)
}

async function remove(key: string): Promise<void> {
  removing.add(key)
  try {
    if (await removeStored(key)) put(unsaved, key, '')
  } catch {
    // A draft that cannot be removed could not be written either.
  } finally {
    removing.delete(key)
  }
}

/** Returns the draft if it is not written yet. */
export function unwrittenDraft(key: string): KeptDraft | undefined {
  return unwritten.get(key)
}

/** Resolves to the keys of all drafts, including those that were never read. */
export async function draftKeys(): Promise<readonly string[]> {
  const stored = await storedTitles().catch(notRead)
  return [...new Set([...(stored?.keys() ?? []), ...unwritten.keys()])]
}

/** Resolves to the draft of a key. The kind of the key determines its type. */
export async function readDraft<Kept extends KeptDraft>(key: string): Promise<Kept | undefined> {
  const own = unwritten.get(key)
  if (own) return own as Kept
  const stored = await readStored(key).catch(notRead)
  return (unwritten.get(key) ?? stored) as Kept | undefined
}

let isFailureSaid = false

/** Shows the reason, but only once, because drafts are read again and again. */
function notRead(error: unknown): undefined {
  if (!isFailureSaid) sayError(`Unsaved changes cannot be read: ${messageOf(error)}`)
  isFailureSaid = true
}

/** Returns why a draft would be lost if the page were left now, or `undefined` if it would not. */
export function whyNotKept(key: string): string | undefined {
  return reasons.value.get(key)
}

async function write(key: string): Promise<void> {
  stopWaiting(key)
  const draft = unwritten.get(key)
  if (!draft || writing.get(key) === draft) return
  writing.set(key, draft)
  try {
    await writeStored(draft)
    if (unwritten.get(key) === draft) unwritten.delete(key)
    put(reasons, key, undefined)
  } catch (error) {
    if (unwritten.has(key)) put(reasons, key, messageOf(error))
  } finally {
    if (writing.get(key) === draft) writing.delete(key)
  }
}

function stopWaiting(key: string): void {
  clearTimeout(waiting.get(key))
  waiting.delete(key)
}

/** Sets the text of a key. `undefined` removes the key. */
function put(
  texts: Signal<ReadonlyMap<string, string>>,
  key: string,
  text: string | undefined,
): void {
  if (texts.peek().get(key) === text) return
  const now = new Map(texts.peek())
  if (text === undefined) now.delete(key)
  else now.set(key, text)
  texts.value = now
}

/** Lists the drafts now and on each return to this tab. Returns a function that stops this. */
export function watchDrafts(): () => void {
  const look = async (): Promise<void> => {
    if (document.hidden) return leave()
    // Drafts that could not be written before may be written now.
    for (const key of unwritten.keys()) void write(key)
    const stored = await storedTitles().catch(notRead)
    if (!stored) return
    const now = new Map(stored)
    for (const { key, title } of unwritten.values()) now.set(key, title)
    unsaved.value = now
  }
  const stay = (event: BeforeUnloadEvent): void => {
    if (!isSafeToLeave()) event.preventDefault()
  }
  const endStore = watchStore(({ key, title }) => {
    // The stored draft is no longer what is typed here. The typed one is written only when the user
    // returns to this tab, because the other tab may have saved the same.
    const typed = formOf(key)?.unsaved()
    if (typed && !unwritten.has(key)) unwritten.set(key, typed)
    // When the other tab has removed its draft, this one can be kept.
    if (title === undefined) put(reasons, key, undefined)
    put(unsaved, key, unwritten.get(key)?.title ?? title)
  })
  void look()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('beforeunload', stay)
  return () => {
    endStore()
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('beforeunload', stay)
  }
}

/**
 * Writes and removes what is pending, because the user may not come back. A page continues for a
 * while after `beforeunload`, but what it then writes to the database is lost.
 */
function leave(): void {
  isSafeToLeave()
  for (const key of removing) if (!unwritten.has(key)) removeLast(key)
}

/** Writes the unwritten drafts, or begins to if it takes too long. Returns whether all are safe. */
function isSafeToLeave(): boolean {
  settleTexts()
  const lost = [...unwritten.values()].filter((draft) => {
    if (!reasons.peek().has(draft.key) && writeLast(draft)) return false
    void write(draft.key)
    return true
  })
  return lost.length === 0
}
