// Stores unsaved changes in the browser's database, which has room for megabytes of text.
import {
  firstOf,
  inStore,
  keysIn,
  type Piece,
  piecesOf,
  putPieces,
  resultOf,
} from './draft-database.ts'
import { idOfNew } from './draft-keys.ts'
import { type LeftDraft, leaveBehind } from './left-drafts.ts'

/** A stored draft. Each form adds the members that it needs to show the draft again. */
export interface KeptDraft {
  /** Identifies what the draft is of. See `draft-keys.ts`. */
  readonly key: string
  /** Its title as long as it was never saved. */
  readonly title: string
  readonly typed: {
    /** The JSON text. */
    readonly data: string
  }
}

const most = 100
/** The stamps of the drafts that this tab read or wrote last, until another tab changes them. */
const known = new Map<string, string>()
/** The keys of drafts that other tabs wrote since this tab last read or wrote them. */
const theirs = new Set<string>()

/** The message to the other tabs when a tab writes or removes a draft. */
interface News {
  readonly key: string
  /** `undefined` if the draft was removed. */
  readonly title: string | undefined
}

const tabs = new BroadcastChannel('mock-endpoint-drafts')

/** Calls `onNews` when another tab writes or removes a draft. Returns a function to stop this. */
export function watchStore(onNews: (news: News) => void): () => void {
  const hear = ({ data }: MessageEvent<News>): void => {
    known.delete(data.key)
    if (data.title === undefined) theirs.delete(data.key)
    else theirs.add(data.key)
    onNews(data)
  }
  tabs.addEventListener('message', hear)
  return () => tabs.removeEventListener('message', hear)
}

function note(key: string, stamp: string | undefined): void {
  if (stamp === undefined) known.delete(key)
  else known.set(key, stamp)
  theirs.delete(key)
}

function tell({ key, title }: News): void {
  tabs.postMessage({ key, title } satisfies News)
}

const anotherTab = 'another tab has unsaved changes of the same'
const tooMany = `there are ${most} unsaved changes already`

function stamped(key: string, draft?: KeptDraft): LeftDraft {
  return { key, stamp: String(Math.random()), text: draft ? JSON.stringify(draft) : '' }
}

/** Resolves to the keys of all drafts, each with its title. Only new endpoints have one. */
export function storedTitles(): Promise<ReadonlyMap<string, string>> {
  return inStore('readonly', async (store) => {
    const titles = new Map<string, string>()
    for (const key of await keysIn(store)) {
      // Other drafts are listed by their keys, and reading them could take long.
      const draft = idOfNew(key) === undefined ? undefined : draftOf(await piecesIn(store, key))
      titles.set(key, draft?.title ?? '')
    }
    return titles
  })
}

export async function readStored(key: string): Promise<KeptDraft | undefined> {
  const pieces = await inStore('readonly', (store) => piecesIn(store, key))
  note(key, pieces[0]?.stamp)
  return draftOf(pieces)
}

function piecesIn(store: IDBObjectStore, key: string): Promise<readonly Piece[]> {
  return resultOf<Piece[]>(store.getAll(piecesOf(key)))
}

function draftOf(pieces: readonly Piece[]): KeptDraft | undefined {
  if (pieces.length === 0) return undefined
  return JSON.parse(pieces.map(({ text }) => text).join('')) as KeptDraft
}

/** Whether this tab read or wrote the draft, and no other tab has changed it since. */
export function isKnown(key: string): boolean {
  return known.has(key)
}

/**
 * Writes a draft. Rejects with the reason if it cannot be kept, such as when another tab wrote it
 * since this tab last read it.
 */
export async function writeStored(draft: KeptDraft): Promise<void> {
  const { key } = draft
  const former = known.get(key)
  const [replaced, stamp] = await inStore('readwrite', async (store) => {
    const before = (await firstOf(store, key))?.stamp
    // `writeLast` may have set a newer stamp meanwhile.
    const seen = before === known.get(key) ? before : former
    if (before !== undefined && before !== seen) throw new Error(anotherTab)
    if (before === undefined && (await keysIn(store)).length >= most) throw new Error(tooMany)
    const written = stamped(key, draft)
    putPieces(store, written)
    return [seen, written.stamp]
  })
  // Otherwise `writeLast` was called meanwhile, and its version will replace this one.
  if (known.get(key) === replaced) note(key, stamp)
  tell(draft)
}

/**
 * Writes a draft while the page is being left, when there is no time to read the database. Relies
 * on the messages of other tabs to know what they wrote. Returns whether it was written.
 */
export function writeLast(draft: KeptDraft): boolean {
  const { key } = draft
  if (theirs.has(key)) return false
  const left = stamped(key, draft)
  if (!leaveBehind(left)) return false
  note(key, left.stamp)
  tell(draft)
  return true
}

/** Removes a draft while the page is being left, unless another tab wrote it. */
export function removeLast(key: string): void {
  if (isKnown(key)) leaveBehind(stamped(key))
}

/** Removes a draft, unless another tab wrote it. Resolves to whether there still is one. */
export async function removeStored(key: string): Promise<boolean> {
  const isLeft = await inStore('readwrite', async (store) => {
    const before = await firstOf(store, key)
    if (!before) return false
    if (before.stamp !== known.get(key)) return true
    store.delete(piecesOf(key))
    return false
  })
  if (isLeft) return true
  note(key, undefined)
  tell({ key, title: undefined })
  return false
}
