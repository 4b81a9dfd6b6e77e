// The journal of a running daemon: its list, page by page, and its event stream, read on and on.
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedRequest } from '@mock-endpoint/core'
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

/** Both throw the `ExitError` of a refusal, and of what is no daemon of ours. */
export interface RemoteJournal {
  /** Those that are there, in order of arrival. Throws an `ExitError` when nobody answers too. */
  list(): AsyncGenerator<RecordedRequest>
  /** Those that are there, then each that arrives or ends; waits for a daemon that goes away. */
  follow(): AsyncGenerator<RecordedRequest>
}

const patience = 1000

export function createRemoteJournal(options: RemoteJournalOptions): RemoteJournal {
  const { url, token, endpoint, signal, say } = options

  /** Throws an `Error` for what may be better the next time. */
  async function ask(
    type: string,
    query: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const search = new URLSearchParams({ ...query, ...(endpoint !== undefined && { endpoint }) })
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const init = { headers: { accept: type, ...authorization, ...headers }, signal }
    const response = await fetch(`${url}/api/request?${search}`, init)
    if (response.ok && response.headers.get('content-type')?.startsWith(type)) return response
    const sentence = await refusal(response)
    if (response.status >= 500) throw new Error(sentence)
    throw new ExitError(exitCodes.badSetting, sentence)
  }

  async function page(after: string): Promise<Page> {
    try {
      const query = { limit: '1000', ...(after !== '' && { after }) }
      const response = await ask('application/json', query, {})
      return (await response.json()) as Page
    } catch (error) {
      if (signal.aborted) return { requests: [], next: '' }
      if (error instanceof ExitError) throw error
      const message = `No daemon answers at ${url} (${why(error)}). Start one, or say with --url where it is.`
      throw new ExitError(exitCodes.badSetting, message, { cause: error })
    }
  }

  return {
    async *list() {
      let after = ''
      for (;;) {
        const { requests, next } = await page(after)
        yield* requests
        if (requests.length < 1000) return
        after = next
      }
    },
    async *follow() {
      let lastEventId = ''
      let isAway = false
      while (!signal.aborted) {
        try {
          // A connection of its own: one that is kept would reach a daemon that is stopping.
          const goOn = lastEventId === '' ? {} : { 'last-event-id': lastEventId }
          const headers = { connection: 'close', ...goOn }
          const { body } = await ask('text/event-stream', {}, headers)
          isAway = false
          for await (const { event, id, data = '' } of eventsOf(body)) {
            lastEventId = id ?? lastEventId
            if (event === 'request') yield JSON.parse(data) as RecordedRequest
            if (event === 'lagged') say('Requests fell out of the journal before they were shown.')
          }
          throw new Error('the stream ended')
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof ExitError) throw error
          if (!isAway)
            say(`${url} cannot be followed now (${why(error)}); trying again every second.`)
          isAway = true
        }
        await sleep(patience, undefined, { signal }).catch(() => {})
      }
    },
  }
}

interface Page {
  readonly requests: readonly RecordedRequest[]
  readonly next: string
}

/** The service's own sentence, or that this is none. */
async function refusal(response: Response): Promise<string> {
  const { status, headers, url } = response
  const type = headers.get('content-type') ?? 'no content type'
  if (type === 'application/problem+json') {
    const { detail } = (await response.json()) as { readonly detail?: unknown }
    if (typeof detail === 'string') return detail
  }
  await response.body?.cancel()
  return `${url} answered ${status} with ${type}, which is no answer of mock-endpoint. Check --url.`
}

/** `fetch failed` says nothing; its cause has the code. */
function why(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return String(code ?? (cause instanceof Error ? cause.message : cause)).replace(/\.$/, '')
}

/** The events of a stream (WHATWG HTML, 9.2), as the service writes them: LF, one line a field. */
async function* eventsOf(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Readonly<Record<string, string>>, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body ?? []) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const
      })
      yield Object.fromEntries(fields)
    }
  }
}
