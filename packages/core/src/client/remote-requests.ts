// The journal behind a URL: a list in pages, and its event stream.
import { createParser } from 'eventsource-parser'
import type { RecordedRequest } from '../model/request.ts'
import type { Exchange } from './exchange.ts'
import type { RequestSource } from './waiting.ts'

/** Opens the event stream at a path of the service. */
export type OpenStream = (
  path: string,
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array> | null>

export function createRemoteRequests(exchange: Exchange, open: OpenStream): RequestSource {
  return {
    async list(endpoint) {
      const requests: RecordedRequest[] = []
      let after = ''
      for (;;) {
        const query = new URLSearchParams({ limit: '1000' })
        if (endpoint !== undefined) query.set('endpoint', endpoint)
        if (after !== '') query.set('after', after)
        const path = `/api/request?${query}`
        const { json } = await exchange({ method: 'GET', path, member: 'requests' })
        const page = json['requests'] as RecordedRequest[]
        requests.push(...page)
        if (page.length < 1000) return requests
        after = String(json['next'])
      }
    },
    async *watch(endpoint, signal) {
      const path = `/api/request?${new URLSearchParams({ endpoint })}`
      try {
        const stream = await open(path, signal)
        if (stream) yield* readEvents(stream, signal)
      } catch (error) {
        // Who gave up asks for nothing more.
        if (!signal.aborted) throw error
      }
    },
  }
}

async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<RecordedRequest, void, undefined> {
  const records: RecordedRequest[] = []
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'request') records.push(JSON.parse(data) as RecordedRequest)
    },
  })
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  // The answer of a service in this process knows nothing of the signal.
  const cancel = (): void => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', cancel)
  // It may have come before the answer, to a `fetch` that does not look at signals.
  if (signal.aborted) cancel()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      // A batch is in order of change; what was there already comes in one.
      yield* records.splice(0).sort((one, other) => one.id - other.id)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
