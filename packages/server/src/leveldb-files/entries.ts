// Reads the entries of tables and logs: each key with the sequence number of its write.
import { type Contents, type LevelFolder, readLogFile } from './folder.ts'
import { createReader } from './reader.ts'
import { entriesOf } from './table.ts'

export interface WriteEntry {
  readonly key: string
  /** The number of the write in the order of all writes. A later one is higher. */
  readonly sequence: number
  /** `undefined` when the write removed the key. */
  readonly value: Uint8Array | undefined
}

const decoder = new TextDecoder()
/** The kind of a write that puts a value. The other kind removes a key. */
const put = 1

/** Yields the entries of the tables, then the entries of the logs. */
export async function* entriesIn(
  folder: LevelFolder,
  { tables, logs }: Pick<Contents, 'tables' | 'logs'>,
): AsyncGenerator<WriteEntry> {
  for (const file of tables) yield* entriesOfTable(await folder.read(file))
  for (const file of logs) yield* entriesOfLog((await readLogFile(folder, file)).records)
}

function* entriesOfTable(table: Uint8Array): Generator<WriteEntry> {
  for (const { key, value } of entriesOf(table)) {
    const tag = createReader(key.subarray(-8))
    const isPut = tag.byte() === put
    // The sequence number is in the seven bytes after the kind.
    let sequence = 0
    for (let scale = 1; !tag.isAtEnd(); scale *= 256) sequence += tag.byte() * scale
    yield { key: decoder.decode(key.subarray(0, -8)), sequence, value: isPut ? value : undefined }
  }
}

/** Yields the entries of a log, whose records are batches of writes. */
export function* entriesOfLog(records: readonly Uint8Array[]): Generator<WriteEntry> {
  for (const record of records) {
    const reader = createReader(record)
    let sequence = reader.fixed64()
    const count = reader.fixed32()
    for (let i = 0; i < count; i++, sequence++) {
      const isPut = reader.byte() === put
      const key = decoder.decode(reader.prefixed())
      yield { key, sequence, value: isPut ? reader.prefixed() : undefined }
    }
  }
}
