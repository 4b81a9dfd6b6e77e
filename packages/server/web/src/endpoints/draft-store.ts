// Unsaved changes of endpoints, kept in the browser's database: texts of megabytes fit there.
import type { Endpoint } from '@mock-endpoint/core/client'
import {
  firstOf,
  inStore,
  keysIn,
  type Piece,
  piecesOf,
  putPieces,
  resultOf,
} from './draft-database.ts'
import { type LeftDraft, leaveBehind } from './left-drafts.ts'

/** What is in the fields, as it was typed. */
export interface Typed {
  readonly name: string
  readonly status: string
  readonly delay: string
  readonly data: string
}

export interface KeptDraft {
  /** The name of the endpoint that was opened; `newKey` for one that is not there yet. */
  readonly key: string
  /** What the service had when it was opened. */
  readonly base: Endpoint
  readonly typed: Typed
  /** The address at which it was begun, as far as it matters: of one that is not there yet. */
  readonly begunAt?: string
}

/** No endpoint has an empty name. */
export const newKey = ''

const most = 100
/** The stamps of what this tab has read or written last, for as long as no other tab says otherwise. */
const known = new Map<string, string>()
/** What other tabs have written since this one has looked. */
const theirs = new Set<string>()

/** What a tab tells the others when it has written or removed one. */
interface News {
  readonly key: string
  readonly isThere: boolean
}

const tabs = new BroadcastChannel('mock-endpoint-drafts')

/** Calls it when another tab has written or removed one. Returns what ends that. */
export function watchStore(onNews: (news: News) => void): () => void {
  const hear = ({ data }: MessageEvent<News>): void => {
    known.delete(data.key)
    if (data.isThere) theirs.add(data.key)
    else theirs.delete(data.key)
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

function tell(key: string, isThere: boolean): void {
  tabs.postMessage({ key, isThere } satisfies News)
}

const anotherTab = 'another tab has unsaved changes of this endpoint too'
const tooMany = `${most} endpoints have unsaved changes already`

function stamped(draft: KeptDraft): LeftDraft {
  return { key: draft.key, stamp: String(Math.random()), text: JSON.stringify(draft) }
}

/** Whose drafts there are. */
export function storedKeys(): Promise<readonly string[]> {
  return inStore('readonly', keysIn)
}

export async function readStored(key: string): Promise<KeptDraft | undefined> {
  const pieces = await inStore('readonly', (store) =>
    resultOf<Piece[]>(store.getAll(piecesOf(key))),
  )
  note(key, pieces[0]?.stamp)
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
  const [seen, stamp] = await inStore('readwrite', async (store) => {
    const before = await firstOf(store, key)
    const seen = known.get(key)
    if (before && before.stamp !== seen) throw new Error(anotherTab)
    if (!before && (await keysIn(store)).length >= most) throw new Error(tooMany)
    const written = stamped(draft)
    putPieces(store, written)
    return [seen, written.stamp]
  })
  // Nothing was written last meanwhile.
  if (known.get(key) === seen) note(key, stamp)
  tell(key, true)
}

/**
 * Writes it while the page is being left, when nothing can be waited for or looked up: what another
 * tab has written must have been heard of. Returns whether that was possible.
 */
export function writeLast(draft: KeptDraft): boolean {
  const { key } = draft
  if (theirs.has(key)) return false
  const left = stamped(draft)
  if (!leaveBehind(left)) return false
  note(key, left.stamp)
  tell(key, true)
  return true
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
  tell(key, false)
  return false
}
