// Limits the responses that are delayed or waiting at once, in total and for each connection, so
// that no client takes all places with a single connection.
import { type Fix, Problem, type ProblemCode } from '../model/problem/problem.ts'

export interface Places {
  /**
   * Takes a place. Returns a function that gives it back, to be called once. Throws the problem if
   * no place is left, and destroys a connection that keeps asking for more than its share. Without
   * a connection, only the total limit applies.
   */
  take(connection?: Connection): () => void
}

export interface PlacesOptions {
  /** The total number of places. */
  readonly limit: number
  readonly connections: Connections
  /** The code of the problem when no place is left. */
  readonly code: Extract<ProblemCode, `too-many-${'delayed' | 'held' | 'forwarded' | 'waits'}`>
  /** Describes what takes the places, such as `responses are being delayed`. */
  readonly what: string
  /** The rest of the problem when no place is left. Default: the advice to try again. */
  readonly more?: () => More
}

interface More {
  /** The text after the sentence about the limit. */
  readonly detail: string
  readonly extensions?: Readonly<Record<string, unknown>>
  readonly fix?: Fix | undefined
}

const tryAgain: More = { detail: '; try again when some are through.' }

/** A connection, such as a Node.js socket. */
export interface Connection {
  /** Closes it at once, with all its requests in progress. */
  destroy(): void
}

interface Share {
  taken: number
  refused: number
}

/** The places that each connection has taken, and its refusals since it last had none. */
export type Connections = WeakMap<Connection, Share>

/** Maximum number of places for a connection, of all kinds together. */
const mostOfConnection = 100
/**
 * Maximum number of refusals for a connection. They are sent after the responses to its earlier
 * requests. With too many, node:http stops reading, and a disconnect would go unnoticed.
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
