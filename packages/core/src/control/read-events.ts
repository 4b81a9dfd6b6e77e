// Reads an event stream of the service (WHATWG HTML, 9.2).
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { JournalEvent } from '../journal/view.ts'
import type { RecordedRequest } from '../model/request.ts'

/** The events of a stream, as many together as came together. Ends with it, or when the signal aborts. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<readonly JournalEvent[], void, undefined> {
  const events: JournalEvent[] = []
  const parser = createParser({
    onEvent(message) {
      const event = toEvent(message)
      if (event) events.push(event)
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
      if (events.length > 0) yield events.splice(0)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

function toEvent({ event, id = '', data }: EventSourceMessage): JournalEvent | undefined {
  switch (event) {
    case 'request':
      return { type: 'request', cursor: id, request: JSON.parse(data) as RecordedRequest }
    case 'cleared':
      return { type: 'cleared', cursor: id }
    case 'lagged':
      return { type: 'lagged', dropped: (JSON.parse(data) as { dropped: number }).dropped }
    default:
      return undefined
  }
}
