// Reads an event stream of the service (WHATWG HTML, 9.2).
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { JournalEvent } from '../journal/view.ts'
import type { RecordedRequest } from '../model/request.ts'
import { WireError } from './wire-error.ts'

/**
 * The events of a stream, as many together as came together; an empty batch comes first. Ends with
 * the stream, or when the signal aborts. Throws a `WireError` when the connection breaks, and when
 * the data of an event is not ours.
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<readonly JournalEvent[], void, undefined> {
  const events: JournalEvent[] = []
  const parser = createParser({
    onEvent(message) {
      try {
        events.push(...toEvents(message))
      } catch (cause) {
        const text = `The event stream holds \`${message.event}\` without its JSON.`
        throw new WireError('foreign', text, { status: 200, cause })
      }
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
    yield []
    for (;;) {
      const { done, value } = await read(reader)
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      if (events.length > 0) yield events.splice(0)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read()
  } catch (cause) {
    throw new WireError('unreachable', 'The connection to the service broke.', { cause })
  }
}

/** None for an event that a later service may have. */
function toEvents({ event, id = '', data }: EventSourceMessage): JournalEvent[] {
  switch (event) {
    case 'request':
      return [{ type: 'request', cursor: id, request: JSON.parse(data) as RecordedRequest }]
    case 'cleared':
      return [{ type: 'cleared', cursor: id }]
    case 'lagged':
      return [{ type: 'lagged', dropped: (JSON.parse(data) as { dropped: number }).dropped }]
    default:
      return []
  }
}
