// Reads whole files of records for tests, in chunks of any size.
import { type ReadRecord, type ReadRecordsOptions, readRecords } from '../transfer.ts'

/** Yields the file in chunks of this many bytes. */
async function* inChunks(
  file: string | Uint8Array,
  size: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size)
  }
}

export async function readAll(
  file: string | Uint8Array,
  { size, ...options }: ReadRecordsOptions & { readonly size?: number } = {},
): Promise<ReadRecord[]> {
  const records: ReadRecord[] = []
  for await (const record of readRecords(inChunks(file, size), options)) records.push(record)
  return records
}

/** One line per record, such as `endpoint a at 1:2`, or per fault, such as `1:2 detail`. */
export function toLines(records: readonly ReadRecord[]): string[] {
  return records.map((record) => {
    if (record.fault) return `${record.fault.line}:${record.fault.column} ${record.fault.detail}`
    const name = record.kind === 'endpoint' ? record.endpoint.name : record.rule.endpoint
    return `${record.kind} ${name} at ${record.place.line}:${record.place.column}`
  })
}
