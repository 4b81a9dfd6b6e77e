// Reads an event stream of the service (WHATWG HTML, 9.2).
import type { JournalEvent } from '../journal/view.ts'
import type { RecordedRequest } from '../model/http/request.ts'
import { createEventParser, type StreamEvent } from './event-parser.ts'
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
  const parse = createEventParser()
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  // The response of a service in this process knows nothing of the signal.
  const cancel = (): void => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', cancel)
  // It may have come before the response, to a `fetch` that does not look at signals.
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

/** None for an event that a later service may have. */
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
