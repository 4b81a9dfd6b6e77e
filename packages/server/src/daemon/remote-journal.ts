// The journal of a running daemon, read with the wire client; what goes wrong as lines for people.
import { causesOf, codeOf, type RecordedRequest } from '@mock-endpoint/core'
import {
  createWire,
  keepFollowing,
  Problem,
  requestPages,
  WireError,
} from '@mock-endpoint/core/client'
import { ExitError, exitCodes } from './exit.ts'

export interface RemoteJournalOptions {
  /** The URL of the daemon. */
  readonly url: string
  readonly token: string | undefined
  /** Only the requests of this endpoint; `undefined` for all, unmatched ones included. */
  readonly endpoint: string | undefined
  /** Ends it all. */
  readonly signal: AbortSignal
  /** Takes a sentence for the person: the daemon went away, requests were missed. */
  readonly say: (sentence: string) => void
}

/** Both throw an `ExitError` when the daemon refuses, and when something else answers. */
export interface RemoteJournal {
  /** Those that are there, in order of arrival. Throws an `ExitError` when nobody answers too. */
  list(): AsyncGenerator<RecordedRequest>
  /** Those that are there, then each that arrives or ends; waits for a daemon that goes away. */
  follow(): AsyncGenerator<RecordedRequest>
}

const everySecond = { shortestPause: 1000, longestPause: 1000 }

export function createRemoteJournal(options: RemoteJournalOptions): RemoteJournal {
  const { url, token, endpoint, signal, say } = options
  const control = createWire({ baseUrl: url, token, fetch: fetchAnew })

  /** The error to end with; none once it was told to end. */
  function end(error: unknown): void {
    if (!signal.aborted) throw toExitError(error, url)
  }

  return {
    async *list() {
      try {
        for await (const { requests } of requestPages(control, { endpoint }, signal))
          yield* requests
      } catch (error) {
        end(error)
      }
    },
    async *follow() {
      let isAway = false
      const onLost = (reason: unknown): void => {
        if (!isAway) {
          say(`${url} cannot be followed now (${why(reason)}); trying again every second.`)
        }
        isAway = true
      }
      const followed = keepFollowing(control, { endpoint }, { signal, onLost, ...everySecond })
      try {
        for await (const events of followed) {
          isAway = false
          for (const event of events) {
            if (event.type === 'request') yield event.request
            if (event.type !== 'lagged') continue
            say('Requests fell out of the journal before they were shown.')
          }
        }
      } catch (error) {
        end(error)
      }
    },
  }
}

/** Over a connection of its own: one that is kept would reach a daemon that is stopping. */
const fetchAnew: typeof fetch = (target, init) =>
  fetch(target, { ...init, headers: { ...init?.headers, connection: 'close' } })

function toExitError(error: unknown, url: string): unknown {
  if (!(error instanceof Problem || error instanceof WireError)) return error
  return new ExitError(exitCodes.badSetting, sentenceOf(error, url), { cause: error })
}

function sentenceOf(error: Problem | WireError, url: string): string {
  if (error instanceof Problem) return error.message
  if (error.kind === 'foreign') return `${url} ${why(error)}. Check --url.`
  return `No daemon answers at ${url} (${why(error)}). Start one, or say with --url where it is.`
}

/** The innermost cause says most: `fetch failed` says nothing, but its cause has a code. */
function why(error: unknown): string {
  if (error instanceof WireError && error.kind === 'foreign') {
    return `answered ${error.status}, but not as mock-endpoint does`
  }
  const root = causesOf(error).at(-1)
  if (!(root instanceof Error)) return String(root)
  const code = root instanceof Problem ? undefined : codeOf(root)
  return code ?? root.message.replace(/\.$/, '')
}
