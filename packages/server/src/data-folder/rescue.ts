// Reads a damaged database: the last readable write of each endpoint and of each rule, and the
// bytes of the entries that cannot be read.
import { type Endpoint, StoreError } from '@mock-endpoint/core'
import { type DecodedRecord, decodeRecord, type StoredRule } from '@mock-endpoint/core/level'
import { entriesIn, type WriteEntry } from '../leveldb-files/entries.ts'
import type { Contents, LevelFolder } from '../leveldb-files/folder.ts'

export type Rescued =
  | { readonly endpoint: Endpoint }
  | { readonly rule: StoredRule }
  | { readonly dropped: Dropped }

/** An entry whose value, or key, cannot be read. */
export interface Dropped {
  readonly kind: 'endpoint' | 'rule' | 'other'
  /** The name of the endpoint, or of the rule's endpoint. */
  readonly name?: string
  readonly key: string
  readonly value: Uint8Array
}

/**
 * Yields each endpoint and each dropped entry once, in no order, and then the rules, with those of
 * an endpoint in their order. Reads every file twice, so that only names and rules are in memory.
 * If the last write is lost, the one before it may come back.
 *
 * Throws a `StoreError` (`unavailable`) when the database is not ours, or has another format.
 */
export async function* rescueRecords(
  folder: LevelFolder,
  contents: Contents,
): AsyncGenerator<Rescued> {
  const writes = await lastWrites(folder, contents)
  const rules = new Map<string, RuleWrite>()
  for await (const write of writesIn(folder, contents)) {
    if (!isLast(write, writes)) continue
    const { key, sequence, value, record } = write
    // The same write may be in a log and in the table that LevelDB made from it.
    writes.last.delete(key)
    if (record?.endpoint) yield { endpoint: record.endpoint }
    if (record?.rule) keepLater(rules, { key, sequence, rule: record.rule })
    if (!value) continue
    if (record?.unreadable) yield { dropped: { ...record.unreadable, key, value } }
    if (!record) yield { dropped: { kind: 'other', key, value } }
  }
  const inOrder = [...rules.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  for (const { rule } of inOrder) yield { rule }
}

interface LastWrites {
  /** The sequence number of the last write of each key. */
  readonly last: Map<string, number>
  /** The sequence number of the last removal of each endpoint, by name. */
  readonly removed: ReadonlyMap<string, number>
  /** The sequence number of an unfinished `clear`, or 0. */
  readonly clearedAt: number
}

async function lastWrites(folder: LevelFolder, contents: Contents): Promise<LastWrites> {
  const last = new Map<string, number>()
  const removed = new Map<string, number>()
  let clearedAt = 0
  let isOurs = false
  for await (const { key, sequence, record } of writesIn(folder, contents)) {
    if (record) isOurs = true
    const removes = record?.removes
    if (removes !== undefined) removed.set(removes, Math.max(sequence, removed.get(removes) ?? 0))
    if (sequence < (last.get(key) ?? 0)) continue
    last.set(key, sequence)
    if (record?.clears !== undefined) clearedAt = record.clears ? sequence : 0
  }
  if (!isOurs) throw new StoreError('unavailable', 'It has no data of mock-endpoint.')
  return { last, removed, clearedAt }
}

/** Whether no readable write has replaced or removed this one. */
function isLast(
  { key, sequence, record }: WriteOf,
  { last, removed, clearedAt }: LastWrites,
): boolean {
  if (last.get(key) !== sequence || sequence < clearedAt) return false
  const of = ruleOf(record)
  return of === undefined || sequence > (removed.get(of) ?? 0)
}

/** Returns the name of the endpoint if the record is a rule. */
function ruleOf({ rule, unreadable }: DecodedRecord = {}): string | undefined {
  return unreadable?.kind === 'rule' ? unreadable.name : rule?.endpoint
}

interface RuleWrite {
  readonly key: string
  readonly sequence: number
  readonly rule: StoredRule
}

/** Keeps the later write of a rule. A rule that was moved has two keys if a removal was lost. */
function keepLater(rules: Map<string, RuleWrite>, write: RuleWrite): void {
  const { id } = write.rule
  if (write.sequence > (rules.get(id)?.sequence ?? 0)) rules.set(id, write)
}

interface WriteOf extends WriteEntry {
  /** `undefined` if no store writes such an entry. */
  readonly record: DecodedRecord | undefined
}

async function* writesIn(folder: LevelFolder, contents: Contents): AsyncGenerator<WriteOf> {
  const decoder = new TextDecoder()
  for await (const write of entriesIn(folder, contents)) {
    const { key, value } = write
    yield { ...write, record: decodeRecord(key, value && decoder.decode(value)) }
  }
}
