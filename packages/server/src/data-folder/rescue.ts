// What can be saved of a damaged database: the last write of each endpoint and of each rule that can
// still be read.
import { type Endpoint, StoreError } from '@mock-endpoint/core'
import { type DecodedRecord, decodeRecord, type StoredRule } from '@mock-endpoint/core/level'
import { entriesIn } from '../leveldb-files/entries.ts'
import type { Contents, LevelFolder } from '../leveldb-files/folder.ts'

export type Rescued = { readonly endpoint: Endpoint } | { readonly rule: StoredRule }

/**
 * Yields each endpoint once, in no order, then the rules, those of an endpoint in their order. Reads
 * every file twice, so that memory holds no more than the names, and the rules. Where the last write
 * is lost, the one before it may come back.
 *
 * Throws a `StoreError` (`unavailable`) when the database is not ours, or has another format.
 */
export async function* rescueRecords(
  folder: LevelFolder,
  contents: Contents,
): AsyncGenerator<Rescued> {
  const writes = await lastWrites(folder, contents)
  const rules = new Map<string, RuleWrite>()
  for await (const write of ownWrites(folder, contents)) {
    if (!isLast(write, writes)) continue
    const { key, sequence, record } = write
    // It may be in a table and in the log from which LevelDB made that table.
    writes.last.delete(key)
    if (record.endpoint) yield { endpoint: record.endpoint }
    if (record.rule) keepLater(rules, { key, sequence, rule: record.rule })
  }
  const inOrder = [...rules.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  for (const { rule } of inOrder) yield { rule }
}

interface LastWrites {
  /** The number of the last write of each key. */
  readonly last: Map<string, number>
  /** That of the last removal of each endpoint, by its name. */
  readonly removed: ReadonlyMap<string, number>
  /** That of a `clear` that was not finished, or 0. */
  readonly clearedAt: number
}

async function lastWrites(folder: LevelFolder, contents: Contents): Promise<LastWrites> {
  const last = new Map<string, number>()
  const removed = new Map<string, number>()
  let clearedAt = 0
  for await (const { key, sequence, record } of ownWrites(folder, contents)) {
    const { removes } = record
    if (removes !== undefined) removed.set(removes, Math.max(sequence, removed.get(removes) ?? 0))
    if (sequence < (last.get(key) ?? 0)) continue
    last.set(key, sequence)
    if (record.clears !== undefined) clearedAt = record.clears ? sequence : 0
  }
  if (last.size === 0) throw new StoreError('unavailable', 'It holds nothing of mock-endpoint.')
  return { last, removed, clearedAt }
}

/** Whether nothing that can be read has replaced or removed it. */
function isLast(
  { key, sequence, record: { rule } }: OwnWrite,
  { last, removed, clearedAt }: LastWrites,
): boolean {
  if (last.get(key) !== sequence || sequence < clearedAt) return false
  return rule === undefined || sequence > (removed.get(rule.endpoint) ?? 0)
}

interface RuleWrite {
  readonly key: string
  readonly sequence: number
  readonly rule: StoredRule
}

/** A rule that has moved to another endpoint has two keys, until the removal of one is read. */
function keepLater(rules: Map<string, RuleWrite>, write: RuleWrite): void {
  const { id } = write.rule
  if (write.sequence > (rules.get(id)?.sequence ?? 0)) rules.set(id, write)
}

interface OwnWrite {
  readonly key: string
  readonly sequence: number
  readonly record: DecodedRecord
}

async function* ownWrites(folder: LevelFolder, contents: Contents): AsyncGenerator<OwnWrite> {
  const decoder = new TextDecoder()
  for await (const { key, sequence, value } of entriesIn(folder, contents)) {
    const record = decodeRecord(key, value && decoder.decode(value))
    if (record) yield { key, sequence, record }
  }
}
