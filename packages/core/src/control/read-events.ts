// Reads an event stream of the service (WHATWG HTML, 9.2).
import type { JournalEvent } from '../journal/view.ts'
import type { RecordedRequest } from '../model/http/request.ts'
import { createEventParser, type StreamEvent } from './event-parser.ts'
import { WireError } from './wire-error.ts'

/**
 * Yields the events of a stream in batches as they arrive, after an empty first batch. Ends with
 * the stream, or when the signal aborts. Throws a `WireError` if the connection breaks, or if the
 * data of a known event is not valid JSON.
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<readonly JournalEvent[], void, undefined> {
  const parse = createEventParser()
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  // A service in this process does not end its response when the signal aborts.
  const cancel = (): void => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', cancel)
  // The signal may have aborted before the response arrived, if `fetch` ignores signals.
  if (signal.aborted) cancel()
  try {
    yield []
    for (;;) {
      const { done, value } = await read(reader)
      if (done) return
      const events = parse(decoder.decode(value, { stream: true })).flatMap(toEvents)
      if (events.length > 0) yield events
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

function toEvents(sent: StreamEvent): JournalEvent[] {
  try {
    return readEvent(sent)
  } catch (cause) {
    const text = `The event stream holds \`${sent.event}\` without its JSON.`
    throw new WireError('foreign', text, { status: 200, cause })
  }
}

/** Returns none for an unknown event, which a later version of the service may send. */
function readEvent({ event, id, data }: StreamEvent): JournalEvent[] {
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
