// Long texts in rows. A value has at most 2 MB, so a longer text is cut into pieces.
import { toBytes } from '../model/endpoint/name-bytes.ts'
import { StoreError } from '../model/store/store.ts'
import { type Database, prefix } from './database.ts'

/** The kind of record that a text belongs to. */
export type Owner = 'endpoint' | 'rule'

/** The part of a row that holds a text. */
export interface TextRow {
  readonly number: number
  /** The number of pieces after `data`. */
  readonly pieces: number
  readonly data: ArrayBuffer
}

/** A text, cut into pieces. */
export interface CutText {
  readonly data: Uint8Array
  readonly rest: readonly Uint8Array[]
}

/** Less than 2 MB, because that may be 2,000,000 bytes, and a row has other columns too. */
const pieceBytes = 1024 * 1024

export function cut(text: string): CutText {
  const bytes = toBytes(text)
  const rest: Uint8Array[] = []
  for (let start = pieceBytes; start < bytes.length; start += pieceBytes) {
    rest.push(bytes.subarray(start, start + pieceBytes))
  }
  return { data: bytes.subarray(0, pieceBytes), rest }
}

export interface Texts {
  /** Returns the text of a row. Throws a `StoreError` (`corrupt`) if it cannot be read. */
  read(row: TextRow): string
  /** Replaces the pieces of a row. */
  write(number: number, rest: readonly Uint8Array[], former?: TextRow): void
  /** Removes the pieces of a row. */
  remove(row: Pick<TextRow, 'number' | 'pieces'>): void
  clear(): void
}

export function createTexts({ run }: Database, owner: Owner): Texts {
  const table = `${prefix}pieces`
  const ofRow = 'owner = ? AND number = ?'

  function readRest({ number, pieces }: TextRow): ArrayBuffer[] {
    const select = `SELECT data FROM ${table} WHERE ${ofRow} ORDER BY place`
    const rest = run<{ data: ArrayBuffer }>(select, owner, number)
    if (rest.length === pieces) return rest.map(({ data }) => data)
    throw unreadable(owner)
  }

  function remove({ number, pieces }: Pick<TextRow, 'number' | 'pieces'>): void {
    if (pieces > 0) run(`DELETE FROM ${table} WHERE ${ofRow}`, owner, number)
  }

  return {
    read(row) {
      const rest = row.pieces === 0 ? [] : readRest(row)
      try {
        return decode([row.data, ...rest])
      } catch (cause) {
        throw unreadable(owner, cause)
      }
    },
    write(number, rest, former) {
      if (former) remove(former)
      for (const [place, data] of rest.entries()) {
        run(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`, owner, number, place, data)
      }
    },
    remove,
    clear() {
      run(`DELETE FROM ${table} WHERE owner = ?`, owner)
    },
  }
}

/** Decodes pieces, which may end within a character. Throws a `TypeError` if it is not UTF-8. */
function decode(pieces: readonly ArrayBuffer[]): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const texts = pieces.map((piece) => decoder.decode(piece, { stream: true }))
  return texts.join('') + decoder.decode()
}

function unreadable(owner: Owner, cause?: unknown): StoreError {
  return new StoreError('corrupt', `A stored ${owner} cannot be read.`, { cause })
}
