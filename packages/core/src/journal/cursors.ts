// Positions in a journal as opaque texts. A cursor of another journal, or of an earlier run of the
// service, tells nothing.

export interface Cursors {
  write(position: number): string
  /** The position; `undefined` without a cursor, and for one that this journal did not write. */
  read(cursor: string | undefined): number | undefined
}

/** `run` tells the journals apart: letters and digits. */
export function createCursors(run: string): Cursors {
  const start = `${run}-`
  return {
    write: (position) => start + position,
    read(cursor) {
      if (!cursor?.startsWith(start)) return undefined
      const position = cursor.slice(start.length)
      return /^\d{1,15}$/.test(position) ? Number(position) : undefined
    },
  }
}
