// Positions in a journal as opaque texts. One of an earlier run of the service is the beginning.
import type { Clock } from './clock.ts'

export interface Cursors {
  write(position: number): string
  /** The position; 0 for no cursor, and for one of another journal. */
  read(cursor: string | undefined): number
}

export function createCursors(clock: Clock): Cursors {
  const run = clock.time().toString(36)
  return {
    write: (position) => `${run}-${position}`,
    read(cursor) {
      const [of, position = ''] = cursor?.split('-') ?? []
      return of === run && /^\d{1,15}$/.test(position) ? Number(position) : 0
    },
  }
}
