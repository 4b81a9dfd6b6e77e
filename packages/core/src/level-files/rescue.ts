// What can be saved of a damaged database: the last write of each endpoint that can still be read.
import { format, formatKey, isEndpointKey, toEndpoint, toName } from '../level/records.ts'
import type { Endpoint } from '../model/endpoint.ts'
import { StoreError } from '../model/store.ts'
import { type Entry, entriesOfLog, entriesOfTable } from './entries.ts'
import { type Contents, type LevelFolder, readLogFile } from './folder.ts'

/**
 * Each endpoint once, in no order. Reads every file twice, so that no more than the names are in
 * memory. What was written last and is lost may come back as it was before.
 *
 * Throws a `StoreError` (`unavailable`) when the database is none of ours, or of another format.
 */
export async function* rescueEndpoints(
  folder: LevelFolder,
  contents: Contents,
): AsyncGenerator<Endpoint> {
  const last = await lastWrites(folder, contents)
  for await (const { key, sequence, value } of ownEntries(folder, contents)) {
    if (value === undefined || !isEndpointKey(key) || last.get(key) !== sequence) continue
    // It may be in a table and in the log that the table was made of.
    last.delete(key)
    const endpoint = readable(toName(key), value)
    if (endpoint) yield endpoint
  }
}

/** The number of the last write of each key. */
async function lastWrites(folder: LevelFolder, contents: Contents): Promise<Map<string, number>> {
  const last = new Map<string, number>()
  for await (const { key, sequence, value } of ownEntries(folder, contents)) {
    if (key === formatKey && value && decode(value) !== format) {
      const detail = `It has format ${decode(value)}; this version reads format ${format}.`
      throw new StoreError('unavailable', detail)
    }
    if (sequence >= (last.get(key) ?? 0)) last.set(key, sequence)
  }
  if (last.size === 0) throw new StoreError('unavailable', 'It holds nothing of mock-endpoint.')
  return last
}

async function* ownEntries(folder: LevelFolder, { tables, logs }: Contents): AsyncGenerator<Entry> {
  for (const file of tables) yield* own(entriesOfTable(await folder.read(file)))
  for (const file of logs) {
    const { records } = await readLogFile(folder, file)
    yield* own(entriesOfLog(records))
  }
}

function* own(entries: Iterable<Entry>): Generator<Entry> {
  for (const entry of entries) {
    if (entry.key === formatKey || isEndpointKey(entry.key)) yield entry
  }
}

function decode(value: Uint8Array): string {
  return new TextDecoder().decode(value)
}

function readable(name: string, value: Uint8Array): Endpoint | undefined {
  try {
    return toEndpoint(name, decode(value))
  } catch (error) {
    if (error instanceof StoreError) return undefined
    throw error
  }
}
