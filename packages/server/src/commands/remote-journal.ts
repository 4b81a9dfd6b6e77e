// Reads the journal of a running daemon over HTTP, with errors as messages for people.
import type { RecordedRequest } from '@mock-endpoint/core'
import { keepFollowing, requestPages } from '@mock-endpoint/core/client'
import type { Daemon } from './command.ts'
import { toExitError, why } from './daemon.ts'

export interface RemoteJournalOptions {
  readonly daemon: Daemon
  /** Only the requests to this endpoint. `undefined` for all, including unmatched ones. */
  readonly endpoint: string | undefined
  /** Ends both methods. */
  readonly signal: AbortSignal
  /** Called with a sentence for people: the daemon was lost, or requests were dropped. */
  readonly say: (sentence: string) => void
}

/** Both methods throw an `ExitError` if the daemon refuses, or if another service responds. */
export interface RemoteJournal {
  /** Yields the recorded requests in order of arrival. Also throws if no daemon responds. */
  list(): AsyncGenerator<RecordedRequest>
  /** Yields recorded requests, then each that arrives or ends. Waits if the daemon goes away. */
  follow(): AsyncGenerator<RecordedRequest>
}

const everySecond = { shortestPause: 1000, longestPause: 1000 }

export function createRemoteJournal(options: RemoteJournalOptions): RemoteJournal {
  const { daemon, endpoint, signal, say } = options
  const { url, control } = daemon

  /** Throws the error as an `ExitError` if possible. Does nothing after the signal has aborted. */
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
