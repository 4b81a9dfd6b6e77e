// Unsaved changes, kept in the browser's database: texts of megabytes fit there.
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

/** What its form needs besides, to show it again, is for the form to say. */
export interface KeptDraft {
  /** Tells of what it is a draft: one of `draft-keys.ts`. */
  readonly key: string
  /** What it is called as long as nothing of it is saved. */
  readonly title: string
  readonly typed: {
    /** The JSON text. */
    readonly data: string
  }
}

const most = 100
/** The stamps of what this tab has read or written last, for as long as no other tab says otherwise. */
const known = new Map<string, string>()
/** What other tabs have written since this one has looked. */
const theirs = new Set<string>()

/** What a tab tells the others when it has written or removed one. */
interface News {
  readonly key: string
  /** None when there is no draft any more. */
  readonly title: string | undefined
}

const tabs = new BroadcastChannel('mock-endpoint-drafts')

/** Calls it when another tab has written or removed one. Returns what ends that. */
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

/** The keys of the drafts that there are, and what they are called. */
export function storedTitles(): Promise<ReadonlyMap<string, string>> {
  return inStore('readonly', async (store) => {
    const titles = new Map<string, string>()
    for (const key of await keysIn(store)) {
      // The others are known by what they are drafts of, and may be long.
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

/** Whether this tab has written or read it, and no other one has written it since. */
export function isKnown(key: string): boolean {
  return known.has(key)
}

/**
 * Rejects with the reason when it cannot be kept. What another tab wrote since this one has looked
 * stays as it is.
 */
export async function writeStored(draft: KeptDraft): Promise<void> {
  const { key } = draft
  const former = known.get(key)
  const [replaced, stamp] = await inStore('readwrite', async (store) => {
    const before = (await firstOf(store, key))?.stamp
    // It may have been left behind meanwhile.
    const seen = before === known.get(key) ? before : former
    if (before !== undefined && before !== seen) throw new Error(anotherTab)
    if (before === undefined && (await keysIn(store)).length >= most) throw new Error(tooMany)
    const written = stamped(key, draft)
    putPieces(store, written)
    return [seen, written.stamp]
  })
  // What was left behind comes into its place.
  if (known.get(key) === replaced) note(key, stamp)
  tell(draft)
}

/**
 * Writes it while the page is being left, when nothing can be waited for or looked up: what another
 * tab has written must have been heard of. Returns whether that was possible.
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

/** Removes it while the page is being left, but not what another tab wrote. */
export function removeLast(key: string): void {
  if (isKnown(key)) leaveBehind(stamped(key))
}

/** Removes it, but not what another tab wrote. Resolves to whether there still is one. */
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
