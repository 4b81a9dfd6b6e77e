// What has unsaved changes, and what these are: until they are saved or discarded, also when the page
// is left.
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

/** The keys of what has unsaved changes, and what each is called as long as nothing of it is saved. */
export const unsaved = signal<ReadonlyMap<string, string>>(new Map())
/** The names of the endpoints that have unsaved changes, or whose rules have. */
export const unsavedNames: ReadonlySignal<ReadonlySet<string>> = computed(
  () => new Set([...unsaved.value.keys()].flatMap((key) => endpointOfKey(key) ?? [])),
)
/** Why which of them would be lost if the page were left now. */
const reasons = signal<ReadonlyMap<string, string>>(new Map())

/** Those that the browser does not have as they are now. */
const unwritten = new Map<string, KeptDraft>()
/** Those of them that are being written. */
const writing = new Map<string, KeptDraft>()
/** The keys of those that are being removed. */
const removing = new Set<string>()
/** What is about to write them. */
const waiting = new Map<string, number>()

const pause = 250
/** A text of megabytes is written less often. */
const charactersPerMillisecond = 5000

/** Keeps it in this tab at once, and in the browser as soon as nobody types. */
export function keepDraft(draft: KeptDraft): void {
  const { key } = draft
  unwritten.set(key, draft)
  put(unsaved, key, draft.title)
  clearTimeout(waiting.get(key))
  const wait = pause + draft.typed.data.length / charactersPerMillisecond
  waiting.set(key, window.setTimeout(write, wait, key))
}

/** Keeps it again, and shows it where its endpoint is open. */
export function bringBack(draft: KeptDraft): void {
  // Who types on shall not put it away again.
  settleTexts()
  keepDraft(draft)
  formOf(draft.key)?.take(draft)
}

/** Nothing of this tab is unsaved any more. */
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
    // What cannot be removed could not be written either.
  } finally {
    removing.delete(key)
  }
}

/** What is not even written yet. */
export function unwrittenDraft(key: string): KeptDraft | undefined {
  return unwritten.get(key)
}

/** The keys of all drafts, also of those that nobody has looked at yet. */
export async function draftKeys(): Promise<readonly string[]> {
  const stored = await storedTitles().catch(notRead)
  return [...new Set([...(stored?.keys() ?? []), ...unwritten.keys()])]
}

/** The key tells of which kind it is. */
export async function readDraft<Kept extends KeptDraft>(key: string): Promise<Kept | undefined> {
  const own = unwritten.get(key)
  if (own) return own as Kept
  const stored = await readStored(key).catch(notRead)
  return (unwritten.get(key) ?? stored) as Kept | undefined
}

let isFailureSaid = false

/** Says why, once: the page reads them again and again. */
function notRead(error: unknown): undefined {
  if (!isFailureSaid) sayError(`Unsaved changes cannot be read: ${messageOf(error)}`)
  isFailureSaid = true
}

/** Why its unsaved changes would be lost if the page were left now; nothing when they would not. */
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

/** Puts a text in the place of the one of that key; without a text, that one goes. */
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

/** Reads which there are, and again when somebody comes back to this tab. Returns what ends that. */
export function watchDrafts(): () => void {
  const look = async (): Promise<void> => {
    if (document.hidden) return leave()
    // What could not be written may be now.
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
    // What is typed here is not what is stored any more. It waits until somebody looks: what another
    // tab has saved may be the same.
    const typed = formOf(key)?.unsaved()
    if (typed && !unwritten.has(key)) unwritten.set(key, typed)
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
 * Who leaves may not come back. A page goes on for a while after it was asked whether it is safe to
 * leave, and what it writes to the database then is lost.
 */
function leave(): void {
  isSafeToLeave()
  for (const key of removing) if (!unwritten.has(key)) removeLast(key)
}

/** Writes what is not written yet; what takes longer than to leave the page is only begun. */
function isSafeToLeave(): boolean {
  settleTexts()
  const lost = [...unwritten.values()].filter((draft) => {
    if (!reasons.peek().has(draft.key) && writeLast(draft)) return false
    void write(draft.key)
    return true
  })
  return lost.length === 0
}
