import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../journal/view.ts'
import { createWire } from './wire.ts'
import { WireError } from './wire-error.ts'

const encoder = new TextEncoder()
const record = { id: 7, path: '/ä\u2028😀' }
const request = `event: request\nid: r-7\ndata: ${JSON.stringify(record)}\n\n`
const events = [
  { type: 'request', cursor: 'r-7', request: record },
  { type: 'lagged', dropped: 3 },
  { type: 'cleared', cursor: 'r-9' },
]
const text = `retry: 1000\n\n:\n\n${request}event: lagged\ndata: {"dropped":3}\n\nevent: later\ndata: x\n\nevent: cleared\nid: r-9\ndata: {}\n\n`

interface Stream {
  readonly parts: readonly Uint8Array[]
  /** How the stream ends after the parts. Default: normally. */
  readonly ends?: 'never' | Error
}

interface Read {
  readonly batches: readonly (readonly JournalEvent[])[]
  /** The error that reading threw, if any. */
  readonly error: unknown
  readonly isCancelled: () => boolean
}

async function read({ parts, ends }: Stream, signal = new AbortController().signal): Promise<Read> {
  const rest = [...parts]
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = rest.shift()
        if (part) controller.enqueue(part)
        else if (ends instanceof Error) controller.error(ends)
        else if (ends) await new Promise(() => {})
        else controller.close()
      },
      cancel() {
        isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' }
  const fetch = async (): Promise<Response> => new Response(body, { headers })
  const batches: (readonly JournalEvent[])[] = []
  let error: unknown
  try {
    const wire = createWire({ url: 'http://localhost', fetch })
    for await (const batch of wire.followRequests({}, signal)) batches.push(batch)
  } catch (thrown) {
    error = thrown
  }
  return { batches, error, isCancelled: () => isCancelled }
}

describe('the events of a stream', () => {
  test('each chunk of a stream is one batch of events, after an empty first batch', async () => {
    const { batches, error } = await read({
      parts: [text, request].map((one) => encoder.encode(one)),
    })
    expect({ batches, error }).toEqual({
      batches: [[], events, events.slice(0, 1)],
      error: undefined,
    })
  })

  test('events are read wherever the bytes are split, even within a character', async () => {
    const bytes = encoder.encode(text)
    for (let cut = 1; cut < bytes.length; cut++) {
      const { batches } = await read({ parts: [bytes.subarray(0, cut), bytes.subarray(cut)] })
      expect(batches.flat()).toEqual(events)
    }
    const { batches } = await read({ parts: [...bytes].map((byte) => Uint8Array.of(byte)) })
    expect(batches.flat()).toEqual(events)
  })

  test('an event that is incomplete when the stream ends is left out', async () => {
    const bytes = encoder.encode(request)
    for (let end = 0; end < bytes.length - 1; end++) {
      const { batches, error } = await read({ parts: [bytes.subarray(0, end)] })
      expect({ events: batches.flat(), error }).toEqual({ events: [], error: undefined })
    }
  })

  test('complete events are yielded before the error of a broken connection', async () => {
    const cause = new TypeError('terminated')
    const parts = [encoder.encode(request), encoder.encode(request.slice(0, 30))]
    const { batches, error } = await read({ parts, ends: cause })
    expect(batches.flat()).toEqual(events.slice(0, 1))
    expect(error).toBeInstanceOf(WireError)
    expect(error).toMatchObject({ kind: 'unreachable', cause })
  })

  test('an event whose data is not JSON cancels the stream with a `foreign` error', async () => {
    const { error, isCancelled } = await read({
      parts: [encoder.encode('event: request\ndata: <p>\n\n')],
      ends: 'never',
    })
    expect(error).toMatchObject({ name: 'WireError', kind: 'foreign', status: 200 })
    expect(isCancelled()).toBe(true)
  })

  test('an abort ends the events without an error, and cancels the stream', async () => {
    const ending = new AbortController()
    const reading = read({ parts: [encoder.encode(request)], ends: 'never' }, ending.signal)
    for (let i = 0; i < 5; i++) await setImmediate()
    ending.abort()
    const { batches, error, isCancelled } = await reading
    expect({ events: batches.flat(), error }).toEqual({
      events: events.slice(0, 1),
      error: undefined,
    })
    expect(isCancelled()).toBe(true)
  })

  test('an abort before the response yields no events, and cancels the stream', async () => {
    const stream = { parts: [encoder.encode(request)], ends: 'never' } as const
    const { batches, isCancelled } = await read(stream, AbortSignal.abort())
    expect(batches.flat()).toEqual([])
    expect(isCancelled()).toBe(true)
  })
})

test('an error response whose body breaks off is an `unreachable` error', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) })
  const fetch = async (): Promise<Response> => new Response(body, { status: 503 })
  const wire = createWire({ url: 'http://localhost', fetch })
  const follow = async (): Promise<void> => {
    for await (const _ of wire.followRequests({}, new AbortController().signal));
  }
  await expect(follow()).rejects.toMatchObject({ name: 'WireError', kind: 'unreachable' })
})
