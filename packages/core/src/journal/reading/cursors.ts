// Cursors: positions in a journal as opaque texts. A cursor of another journal, or of an earlier
// run of the service, is ignored.

export interface Cursors {
  /** Switches to another run. Cursors of earlier runs are ignored from now on. */
  begin(run: string): void
  write(position: number): string
  /** Returns the position, or `undefined` without a cursor or for a cursor of another run. */
  read(cursor: string | undefined): number | undefined
}

/** `run` identifies the journal. It consists of letters and digits. */
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
