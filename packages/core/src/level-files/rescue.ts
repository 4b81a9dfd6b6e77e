// What can be saved of a damaged database: the last write of each endpoint that can still be read.
import { isEndpointKey, toEndpoint, toName } from '../level/records.ts'
import type { Endpoint } from '../model/endpoint.ts'
import { StoreError } from '../model/store.ts'
import { type Entry, entriesOfLog, entriesOfTable } from './entries.ts'
import { type Contents, type LevelFolder, readLogFile } from './folder.ts'

/**
 * Each endpoint once, in no order. Reads every file twice, so that no more than the names are in
 * memory. What was written last and is lost may come back as it was before.
 */
export async function* rescueEndpoints(
  folder: LevelFolder,
  contents: Contents,
): AsyncGenerator<Endpoint> {
  const last = new Map<string, number>()
  for await (const { key, sequence } of endpointEntries(folder, contents)) {
    if (sequence >= (last.get(key) ?? 0)) last.set(key, sequence)
  }
  for await (const { key, sequence, value } of endpointEntries(folder, contents)) {
    if (value === undefined || last.get(key) !== sequence) continue
    // It may be in a table and in the log that the table was made of.
    last.delete(key)
    const endpoint = readable(toName(key), value)
    if (endpoint) yield endpoint
  }
}

async function* endpointEntries(
  folder: LevelFolder,
  { tables, logs }: Contents,
): AsyncGenerator<Entry> {
  for (const file of tables) yield* ofEndpoints(entriesOfTable(await folder.read(file)))
  for (const file of logs) {
    const { records } = await readLogFile(folder, file)
    yield* ofEndpoints(entriesOfLog(records))
  }
}

function* ofEndpoints(entries: Iterable<Entry>): Generator<Entry> {
  for (const entry of entries) if (isEndpointKey(entry.key)) yield entry
}

function readable(name: string, value: Uint8Array): Endpoint | undefined {
  try {
    return toEndpoint(name, new TextDecoder().decode(value))
  } catch (error) {
    if (error instanceof StoreError) return undefined
    throw error
  }
}
