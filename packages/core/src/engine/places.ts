// How many responses may be under way at once, held back by a delay or a wait: in all, and for each
// connection, so that no client takes the places of all others with a single one.
import { type Fix, Problem, type ProblemCode } from '../model/problem/problem.ts'

export interface Places {
  /**
   * Takes a place, and returns the function that gives it back, to be called once. Throws the
   * problem when there is no place left, and ends a connection that goes on asking for more than its
   * share. Without a connection only the limit of all counts.
   */
  take(connection?: Connection): () => void
}

export interface PlacesOptions {
  /** How many places there are. */
  readonly limit: number
  readonly connections: Connections
  /** The problem when all are taken. */
  readonly code: Extract<ProblemCode, `too-many-${'delayed' | 'held' | 'forwarded' | 'waits'}`>
  /** What takes a place, such as `responses are being delayed`. */
  readonly what: string
  /** What the problem says more, when all are taken. Default: to try again. */
  readonly more?: () => More
}

interface More {
  /** Follows what is said of the limit. */
  readonly detail: string
  readonly extensions?: Readonly<Record<string, unknown>>
  readonly fix?: Fix | undefined
}

const tryAgain: More = { detail: '; try again when some are through.' }

/** A connection, such as a socket of Node. */
export interface Connection {
  /** Ends it at once, with all that is under way on it. */
  destroy(): void
}

interface Share {
  taken: number
  refused: number
}

/** What each connection has taken, and how often it was refused since it had nothing. */
export type Connections = WeakMap<Connection, Share>

/** How many places a connection may take, of all kinds together. */
const mostOfConnection = 100
/**
 * How often a connection may ask for more. Its refusals wait until what it asked before is answered;
 * when they are many, node:http stops reading, and nobody would notice that the client leaves.
 */
const mostRefused = 10

export function createPlaces({
  limit,
  connections,
  code,
  what,
  more = () => tryAgain,
}: PlacesOptions): Places {
  let taken = 0

  function tooMany(most: number, who: string, { detail, extensions, fix }: More): Problem {
    const headers = { 'retry-after': '1' }
    const sentence = `${most} ${what} already${who}${detail}`
    return new Problem(code, sentence, { limit: most, ...extensions }, { headers, fix })
  }

  function shareOf(connection: Connection): Share {
    const share = connections.get(connection) ?? { taken: 0, refused: 0 }
    connections.set(connection, share)
    if (share.taken < mostOfConnection) return share
    share.refused += 1
    if (share.refused > mostRefused) connection.destroy()
    throw tooMany(mostOfConnection, ' on this connection', tryAgain)
  }

  return {
    take(connection) {
      const share = connection && shareOf(connection)
      if (taken >= limit) throw tooMany(limit, '', more())
      taken += 1
      if (share) share.taken += 1
      return () => {
        taken -= 1
        if (share) share.taken -= 1
        if (share?.taken === 0) share.refused = 0
      }
    },
  }
}
