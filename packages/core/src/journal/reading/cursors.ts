// Positions in a journal as opaque texts. A cursor of another journal, or of an earlier run of the
// service, tells nothing.

export interface Cursors {
  /** From now on, the cursors are those of another run. */
  begin(run: string): void
  write(position: number): string
  /** The position; `undefined` without a cursor, and for one of another run. */
  read(cursor: string | undefined): number | undefined
}

/** `run` tells the journals apart: letters and digits. */
export function createCursors(run: string): Cursors {
  let start = `${run}-`
  return {
    begin(next) {
      start = `${next}-`
    },
    write: (position) => start + position,
    read(cursor) {
      if (!cursor?.startsWith(start)) return undefined
      const position = cursor.slice(start.length)
      return /^\d{1,16}$/.test(position) ? Number(position) : undefined
    },
  }
}
