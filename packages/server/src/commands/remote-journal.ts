// The journal of a running daemon, read with the wire client; what goes wrong as lines for people.
import type { RecordedRequest } from '@mock-endpoint/core'
import { keepFollowing, requestPages } from '@mock-endpoint/core/client'
import type { Daemon } from './command.ts'
import { toExitError, why } from './daemon.ts'

export interface RemoteJournalOptions {
  readonly daemon: Daemon
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
  const { daemon, endpoint, signal, say } = options
  const { url, control } = daemon

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
        const cause = why(reason)
        const hint = cause === 'ECONNREFUSED' ? ' Start a daemon with `mock-endpoint`.' : ''
        if (!isAway) {
          say(`${url} cannot be followed now (${cause}); trying again every second.${hint}`)
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
            say('Some requests were dropped before they were shown.')
          }
        }
      } catch (error) {
        end(error)
      }
    },
  }
}
