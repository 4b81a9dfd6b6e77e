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
  /** What becomes of it after the parts. Default: it ends. */
  readonly ends?: 'never' | Error
}

interface Read {
  readonly batches: readonly (readonly JournalEvent[])[]
  /** What it ended with. */
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
  test('come as many together as came together, after an empty batch', async () => {
    const { batches, error } = await read({
      parts: [text, request].map((one) => encoder.encode(one)),
    })
    expect({ batches, error }).toEqual({
      batches: [[], events, events.slice(0, 1)],
      error: undefined,
    })
  })

  test('are read wherever they are cut, in the middle of a character too', async () => {
    const bytes = encoder.encode(text)
    for (let cut = 1; cut < bytes.length; cut++) {
      const { batches } = await read({ parts: [bytes.subarray(0, cut), bytes.subarray(cut)] })
      expect(batches.flat()).toEqual(events)
    }
    const { batches } = await read({ parts: [...bytes].map((byte) => Uint8Array.of(byte)) })
    expect(batches.flat()).toEqual(events)
  })

  test('are only those that came whole when it ends early', async () => {
    const bytes = encoder.encode(request)
    for (let end = 0; end < bytes.length - 1; end++) {
      const { batches, error } = await read({ parts: [bytes.subarray(0, end)] })
      expect({ events: batches.flat(), error }).toEqual({ events: [], error: undefined })
    }
  })

  test('come before the error of a connection that breaks', async () => {
    const cause = new TypeError('terminated')
    const parts = [encoder.encode(request), encoder.encode(request.slice(0, 30))]
    const { batches, error } = await read({ parts, ends: cause })
    expect(batches.flat()).toEqual(events.slice(0, 1))
    expect(error).toBeInstanceOf(WireError)
    expect(error).toMatchObject({ kind: 'unreachable', cause })
  })

  test('that are not ours end it as another service does', async () => {
    const { error, isCancelled } = await read({
      parts: [encoder.encode('event: request\ndata: <p>\n\n')],
      ends: 'never',
    })
    expect(error).toMatchObject({ name: 'WireError', kind: 'foreign', status: 200 })
    expect(isCancelled()).toBe(true)
  })

  test('end with the abort, which lets go of the stream', async () => {
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

  test('are none after an abort before the response', async () => {
    const stream = { parts: [encoder.encode(request)], ends: 'never' } as const
    const { batches, isCancelled } = await read(stream, AbortSignal.abort())
    expect(batches.flat()).toEqual([])
    expect(isCancelled()).toBe(true)
  })
})

test('a response that breaks instead of a stream is a service that cannot be reached', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) })
  const fetch = async (): Promise<Response> => new Response(body, { status: 503 })
  const wire = createWire({ url: 'http://localhost', fetch })
  const follow = async (): Promise<void> => {
    for await (const _ of wire.followRequests({}, new AbortController().signal));
  }
  await expect(follow()).rejects.toMatchObject({ name: 'WireError', kind: 'unreachable' })
})
