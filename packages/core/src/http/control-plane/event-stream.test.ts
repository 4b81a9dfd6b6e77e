import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createJournal } from '../../journal/journal.ts'
import type { JournalEvent, JournalView } from '../../journal/view.ts'
import { createMemoryStore } from '../../memory.ts'
import {
  answered,
  asked,
  type Follower,
  followEvents,
  openStreams,
} from '../../test/event-streams.ts'
import { handClock } from '../../test/hand-clock.ts'
import { createApp } from '../app.ts'
import { createEventStreams } from './event-stream.ts'

describe('an event stream', () => {
  test('an event stream starts with the state of each request, then sends changes', async () => {
    const { journal, open } = openStreams()
    const first = journal.arrive(asked('a'))
    journal.arrive(asked('b'))
    journal.complete(first, answered)
    const stream = followEvents(open())
    await stream.readAll()
    expect(stream.outcomes()).toEqual(['2 pending', '1 answered'])
    const third = journal.arrive(asked('a'))
    await stream.readAll()
    journal.complete(third, answered)
    await stream.readAll()
    expect(stream.outcomes().slice(2)).toEqual(['3 pending', '3 answered'])
    expect(stream.state()).toEqual(journal.list())
  })

  test('an event stream has the headers and fields of server-sent events', async () => {
    const { journal, open } = openStreams()
    journal.arrive(asked('a'))
    const response = open()
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const stream = followEvents(response)
    await stream.readAll()
    const data = JSON.stringify(await journal.get('1'))
    expect(stream.text()).toMatch(/^retry: 1000\n\nevent: request\nid: [\w-]+\ndata: /)
    expect(stream.text().endsWith(`data: ${data}\n\n`)).toBe(true)
  })

  test.each([
    [{ endpoint: 'a' }, ['1 pending', '4 pending']],
    [{ unmatched: true }, ['3 pending', '5 pending']],
    [{ unmatched: false }, ['1 pending', '2 pending', '4 pending']],
  ])('an event stream with the filter %o has only matching requests', async (filter, expected) => {
    const { journal, open } = openStreams()
    for (const endpoint of ['a', 'b', null]) journal.arrive(asked(endpoint))
    const stream = followEvents(open(filter))
    await stream.readAll()
    for (const endpoint of ['a', null]) journal.arrive(asked(endpoint))
    await stream.readAll()
    expect(stream.outcomes()).toEqual(expected)
  })

  test('an event stream sends a large journal in parts, and each request once', async () => {
    const { journal, open } = openStreams()
    const bytes = new Uint8Array(60_000).fill(120)
    const entries = Array.from({ length: 30 }, () =>
      journal.arrive({ ...asked('a'), body: { bytes, length: 60_000 } }),
    )
    const stream = followEvents(open())
    await stream.read()
    await stream.read()
    expect(stream.outcomes().length).toBeLessThan(10)
    while (stream.outcomes().length < entries.length) await stream.readAll()
    expect(stream.outcomes()).toEqual(entries.map(({ id }) => `${id} pending`))
  })

  test('an event stream sends `cleared` when the journal is cleared', async () => {
    const { journal, open } = openStreams()
    journal.arrive(asked('a'))
    const stream = followEvents(open())
    await stream.readAll()
    await journal.clear()
    await stream.readAll()
    expect(stream.names()).toEqual(['request', 'cleared'])
    expect(stream.state()).toEqual([])
  })

  test('a reader that paused gets the number of dropped requests, then the rest', async () => {
    const { journal, open } = openStreams({ journal: createJournal({ requests: 3 }) })
    journal.arrive(asked('a'))
    const stream = followEvents(open())
    await stream.readAll()
    for (let i = 0; i < 10; i++) journal.arrive(asked('a'))
    await stream.readAll()
    expect(stream.names()).toContain('lagged')
    const lagged = stream.events().find(({ event }) => event === 'lagged')
    expect(JSON.parse(lagged?.data ?? '')).toEqual({ dropped: 8 })
    expect(stream.outcomes().slice(-3)).toEqual(['9 pending', '10 pending', '11 pending'])
    const { length } = stream.names()
    await stream.readAll()
    expect(stream.names()).toHaveLength(length)
  })

  test('a new reader gets no `lagged` event for requests dropped before', async () => {
    const { journal, open } = openStreams({ journal: createJournal({ requests: 1 }) })
    for (let i = 0; i < 3; i++) journal.arrive(asked('a'))
    const stream = followEvents(open())
    await stream.readAll()
    expect(stream.names()).toEqual(['request'])
  })

  test('the first event is sent at once, and the events of a pause together after it', async () => {
    const clock = handClock()
    const journal = createJournal()
    const streams = createEventStreams({ clock })
    const { signal } = new AbortController()
    const [stream] = [1, 2].map(() => followEvents(streams.open(journal, {}, signal)))
    await stream?.readAll()
    journal.arrive(asked('a'))
    await stream?.read()
    expect(stream?.outcomes()).toEqual(['1 pending'])
    await stream?.read()
    for (let i = 0; i < 5; i++) {
      journal.arrive(asked('a'))
      await setImmediate()
    }
    expect(stream?.outcomes()).toEqual(['1 pending'])
    // One millisecond for each open stream.
    expect(clock.waits.at(-1)).toBe(2)
    await clock.fire()
    expect(stream?.outcomes()).toHaveLength(6)
  })

  test('the text of an event is made once for all streams', async () => {
    let written = 0
    const toJSON = (): object => ({ written: ++written })
    const event = { type: 'request', cursor: 'c', request: { toJSON } } as unknown as JournalEvent
    const journal: JournalView = {
      ...createJournal(),
      async *follow() {
        yield [event]
      },
    }
    const streams = createEventStreams()
    const followers = Array.from({ length: 16 }, () =>
      followEvents(streams.open(journal, {}, new AbortController().signal)),
    )
    for (const follower of followers) {
      await follower.read()
      await follower.read()
      expect(follower.text()).toContain('data: {"written":1}\n')
    }
    expect(written).toBe(1)
  })

  test('an idle event stream sends an empty comment every 15 seconds', async () => {
    const { clock, open } = openStreams()
    const stream = followEvents(open())
    await stream.readAll()
    expect([...clock.timers.values()].map(({ milliseconds }) => milliseconds)).toEqual([15_000])
    for (let beat = 1; beat <= 3; beat++) {
      clock.fire()
      await stream.readAll()
      expect(stream.text()).toBe(`retry: 1000\n\n${':\n\n'.repeat(beat)}`)
      expect(clock.timers.size).toBe(1)
    }
  })
})

describe('the end of an event stream', () => {
  test.each(['cancel', 'abort', 'close'] as const)(
    'a stream that ends by %s leaves no timer, follower or listener',
    async (way) => {
      const { clock, journal, following, open } = openStreams()
      const client = new AbortController()
      const stream = followEvents(open({}, client.signal))
      await stream.readAll()
      expect([clock.timers.size, following()]).toEqual([1, 1])
      if (way === 'cancel') await stream.cancel()
      else if (way === 'abort') client.abort()
      else journal.close()
      await stream.readAll()
      expect(stream.isDone()).toBe(true)
      expect([clock.timers.size, following()]).toEqual([0, 0])
      expect(getEventListeners(client.signal, 'abort')).toEqual([])
    },
  )

  test('a stream of a journal that closes sends the earlier events, then ends', async () => {
    const { journal, open } = openStreams()
    const stream = followEvents(open())
    journal.arrive(asked('a'))
    journal.close()
    await stream.readAll()
    expect([stream.outcomes(), stream.isDone()]).toEqual([['1 pending'], true])
  })

  test('at most 16 streams may be open, and one that ends makes room for another', async () => {
    const { open } = openStreams()
    const streams = Array.from({ length: 16 }, () => followEvents(open()))
    for (let i = 0; i < 3; i++) {
      expect(() => open()).toThrow(expect.objectContaining({ code: 'too-many-streams' }))
      await streams.pop()?.cancel()
      streams.push(followEvents(open()))
    }
    await Promise.all(streams.map((stream) => stream.cancel()))
    for (let i = 0; i < 16; i++) open()
    expect(() => open()).toThrow(expect.objectContaining({ status: 503 }))
  })

  test('streams of all journals share one limit', async () => {
    const streams = createEventStreams({ limit: 2 })
    const open = (): Follower =>
      followEvents(streams.open(createJournal(), {}, new AbortController().signal))
    const [first] = [open(), open()]
    expect(open).toThrow(expect.objectContaining({ code: 'too-many-streams', status: 503 }))
    await first?.cancel()
    open()
    expect(open).toThrow('2 event streams are open already')
  })

  test('a stream whose client disconnects makes room, even if its body is not read', async () => {
    const { following, open } = openStreams()
    for (let i = 0; i < 40; i++) {
      const client = new AbortController()
      open({}, client.signal)
      client.abort()
      await setImmediate()
    }
    expect(following()).toBe(0)
  })

  test('a stream whose client disconnected before it began ends at once', async () => {
    const { following, open } = openStreams()
    const stream = followEvents(open({}, AbortSignal.abort()))
    await stream.readAll()
    expect([stream.isDone(), following()]).toEqual([true, 0])
  })

  test('a HEAD request opens no stream', async () => {
    const store = createMemoryStore()
    onTestFinished(() => store.close())
    const app = createApp({ store })
    const headers = { accept: 'text/event-stream' }
    const url = 'http://localhost/api/request'
    for (let i = 0; i < 20; i++) await app.fetch(new Request(url, { method: 'HEAD', headers }))
    const response = await app.fetch(new Request(url, { headers }))
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })
})
