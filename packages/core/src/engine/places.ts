// How many answers may be under way at once, held back by a delay or a wait: in all, and for each
// connection, so that no client takes the places of all others with a single one.
import { Problem, type ProblemCode } from '../model/problem.ts'

export interface Places {
  /**
   * Takes a place, and returns the function that gives it back, to be called once. Throws the
   * problem when there is no place left. Without a connection only the limit of all counts.
   */
  take(connection?: object): () => void
}

export interface PlacesOptions {
  /** How many places there are. */
  readonly limit: number
  readonly connections: Connections
  /** The problem when all are taken. */
  readonly code: Extract<ProblemCode, 'too-many-delayed' | 'too-many-waits'>
  /** What takes a place, such as `answers are being delayed`. */
  readonly what: string
}

/** How many places each connection has taken. */
export type Connections = WeakMap<object, number>

/** How many places a connection may take, of all kinds together. */
const mostOfConnection = 100

export function createPlaces({ limit, connections, code, what }: PlacesOptions): Places {
  let taken = 0

  function tooMany(most: number, who: string): Problem {
    const detail = `${most} ${what} already${who}; try again when some are through.`
    return new Problem(code, detail, { limit: most }, { headers: { 'retry-after': '1' } })
  }

  return {
    take(connection) {
      if (taken >= limit) throw tooMany(limit, '')
      const ofConnection = connection ? (connections.get(connection) ?? 0) : 0
      if (ofConnection >= mostOfConnection) throw tooMany(mostOfConnection, ' on this connection')
      taken += 1
      if (connection) connections.set(connection, ofConnection + 1)
      return () => {
        taken -= 1
        if (connection) connections.set(connection, (connections.get(connection) ?? 1) - 1)
      }
    },
  }
}
