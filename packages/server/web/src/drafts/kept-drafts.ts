// What has unsaved changes, and what these are: until they are saved or discarded, also when the page
// is left.
import { computed, type ReadonlySignal, signal } from '@preact/signals'
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
  storedKeys,
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
  mark(key, draft.title)
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
  giveReason(key, undefined)
  if (!unwritten.delete(key) && !isKnown(key)) return
  mark(key, undefined)
  void remove(key)
}

async function remove(key: string): Promise<void> {
  removing.add(key)
  try {
    if (await removeStored(key)) mark(key, '')
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
  const stored = await storedKeys().catch(notRead)
  return [...new Set([...stored, ...unwritten.keys()])]
}

/** The key tells of which kind it is. */
export async function readDraft<Kept extends KeptDraft>(key: string): Promise<Kept | undefined> {
  const own = unwritten.get(key)
  if (own) return own as Kept
  const [stored] = await readStored(key).then((draft) => [draft], notRead)
  return (unwritten.get(key) ?? stored) as Kept | undefined
}

let isFailureSaid = false

/** Says why, once: the page reads them again and again. Returns that there are none. */
function notRead(error: unknown): [] {
  if (!isFailureSaid)
    sayError(`What was typed here and not saved cannot be read: ${messageOf(error)}`)
  isFailureSaid = true
  return []
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
    giveReason(key, undefined)
  } catch (error) {
    if (unwritten.has(key)) giveReason(key, messageOf(error))
  } finally {
    if (writing.get(key) === draft) writing.delete(key)
  }
}

function stopWaiting(key: string): void {
  clearTimeout(waiting.get(key))
  waiting.delete(key)
}

function giveReason(key: string, reason: string | undefined): void {
  if (reasons.peek().get(key) === reason) return
  const others = [...reasons.peek()].filter(([other]) => other !== key)
  reasons.value = new Map(reason === undefined ? others : [...others, [key, reason]])
}

function mark(key: string, title: string | undefined): void {
  if (unsaved.peek().get(key) === title) return
  const marked = new Map(unsaved.peek())
  if (title === undefined) marked.delete(key)
  else marked.set(key, title)
  unsaved.value = marked
}

/** Reads which there are, and again when somebody comes back to this tab. Returns what ends that. */
export function watchDrafts(): () => void {
  const look = async (): Promise<void> => {
    // Who leaves may not come back.
    settleTexts()
    for (const key of unwritten.keys()) void write(key)
    if (document.hidden) return
    try {
      const stored = await storedTitles()
      const own = [...unwritten].map(([key, { title }]) => [key, title] as const)
      unsaved.value = new Map([...stored, ...own])
    } catch (error) {
      notRead(error)
    }
  }
  const stay = (event: BeforeUnloadEvent): void => {
    if (!isSafeToLeave()) event.preventDefault()
  }
  const leave = (): void => {
    settleTexts()
    for (const key of removing) removeLast(key)
    for (const draft of unwritten.values()) writeLast(draft)
  }
  const endStore = watchStore(({ key, title }) => {
    // What is typed here is not what is stored any more. It waits until somebody looks: what another
    // tab has saved may be the same.
    const typed = formOf(key)?.unsaved()
    if (typed && !unwritten.has(key)) unwritten.set(key, typed)
    mark(key, unwritten.get(key)?.title ?? title)
  })
  void look()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('beforeunload', stay)
  // The page goes on after it was asked, and a transaction that it begins then is lost.
  window.addEventListener('pagehide', leave)
  return () => {
    endStore()
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('beforeunload', stay)
    window.removeEventListener('pagehide', leave)
  }
}

/** Writes what is not written yet; what takes longer than to leave the page is only begun. */
function isSafeToLeave(): boolean {
  settleTexts()
  const lost = [...unwritten.values()].filter((draft) => {
    if (reasons.peek().has(draft.key)) return true
    if (writeLast(draft)) return false
    void write(draft.key)
    return true
  })
  return lost.length === 0
}
