// What can be saved of a damaged database: the last write of each endpoint that can still be read.
import { type Endpoint, StoreError } from '@mock-endpoint/core'
import { decodeRecord } from '@mock-endpoint/core/level'
import { entriesIn } from '../leveldb-files/entries.ts'
import type { Contents, LevelFolder } from '../leveldb-files/folder.ts'

/**
 * Yields each endpoint once, in no order. Reads every file twice, so that memory holds no more than
 * the names. Where the last write is lost, the one before it may come back.
 *
 * Throws a `StoreError` (`unavailable`) when the database is not ours, or has another format.
 */
export async function* rescueEndpoints(
  folder: LevelFolder,
  contents: Contents,
): AsyncGenerator<Endpoint> {
  const { last, clearedAt } = await lastWrites(folder, contents)
  for await (const { key, sequence, record } of ownWrites(folder, contents)) {
    if (last.get(key) !== sequence || sequence < clearedAt || !record.endpoint) continue
    // It may be in a table and in the log from which LevelDB made that table.
    last.delete(key)
    yield record.endpoint
  }
}

/** The number of the last write of each key, and that of a `clear` that was not finished, or 0. */
async function lastWrites(
  folder: LevelFolder,
  contents: Contents,
): Promise<{ readonly last: Map<string, number>; readonly clearedAt: number }> {
  const last = new Map<string, number>()
  let clearedAt = 0
  for await (const { key, sequence, record } of ownWrites(folder, contents)) {
    if (sequence < (last.get(key) ?? 0)) continue
    last.set(key, sequence)
    if (record.clears !== undefined) clearedAt = record.clears ? sequence : 0
  }
  if (last.size === 0) throw new StoreError('unavailable', 'It holds nothing of mock-endpoint.')
  return { last, clearedAt }
}

interface OwnWrite {
  readonly key: string
  readonly sequence: number
  readonly record: NonNullable<ReturnType<typeof decodeRecord>>
}

async function* ownWrites(folder: LevelFolder, contents: Contents): AsyncGenerator<OwnWrite> {
  const decoder = new TextDecoder()
  for await (const { key, sequence, value } of entriesIn(folder, contents)) {
    const record = decodeRecord(key, value && decoder.decode(value))
    if (record) yield { key, sequence, record }
  }
}
