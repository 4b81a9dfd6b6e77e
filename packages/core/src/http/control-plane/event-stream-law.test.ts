// A client that reads an event stream, and reconnects, knows the requests in the journal.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJournal } from '../../journal/journal.ts'
import type { JournalEntry } from '../../journal/recorder.ts'
import type { RecordedRequest } from '../../model/http/request.ts'
import { answered, asked, followEvents, openStreams } from '../../test/event-streams.ts'

type Step = 'arrive' | 'clear' | 'read' | 'reconnect' | { readonly complete: number }

const changes = [
  { weight: 4, arbitrary: fc.constant<Step>('arrive') },
  { weight: 3, arbitrary: fc.nat(20).map<Step>((complete) => ({ complete })) },
  { weight: 4, arbitrary: fc.constant<Step>('read') },
]
const clear = { weight: 1, arbitrary: fc.constant<Step>('clear') }
const reconnect = { weight: 2, arbitrary: fc.constant<Step>('reconnect') }

/** Runs the steps and reads the rest. Returns the requests of the client and of the journal. */
async function run(steps: readonly Step[], requests: number) {
  const { journal, open } = openStreams({ journal: createJournal({ requests }) })
  const entries: JournalEntry[] = []
  const known = new Map<number, RecordedRequest>()
  let stream = followEvents(open())
  let lastEventId: string | undefined
  const take = (): void => {
    for (const { event, id, data } of stream.events()) {
      if (event === 'cleared') known.clear()
      if (event === 'request') {
        const request = JSON.parse(data) as RecordedRequest
        known.set(request.id, request)
      }
      if (id !== '') lastEventId = id
    }
  }
  for (const step of steps) {
    if (step === 'arrive') entries.push(journal.arrive(asked('a')))
    else if (step === 'clear') await journal.clear()
    else if (step === 'read') await stream.read()
    else if (step === 'reconnect') {
      take()
      await stream.cancel()
      stream = followEvents(open({ after: lastEventId }))
    } else {
      const entry = entries[step.complete]
      if (entry) journal.complete(entry, answered)
    }
  }
  await stream.readAll()
  take()
  await stream.cancel()
  return { known: [...known.values()].sort((a, b) => a.id - b.id), kept: journal.list() }
}

const stepsOf = (...weighted: (typeof changes)[number][]) =>
  fc.array(fc.oneof(...changes, ...weighted), { maxLength: 25 })

test('a client that reconnects at any point knows the last state of each request', async () => {
  const property = fc.asyncProperty(stepsOf(reconnect), async (steps) => {
    const { known, kept } = await run(steps, 1000)
    expect(known).toEqual(kept)
  })
  await fc.assert(property, { numRuns: 150 })
})

test('a client that reads now and then knows the journal, cleared or not', async () => {
  const property = fc.asyncProperty(stepsOf(clear), async (steps) => {
    const { known, kept } = await run(steps, 1000)
    expect(known).toEqual(kept)
  })
  await fc.assert(property, { numRuns: 150 })
})

test('a client that reconnects learns that the journal was cleared in the meantime', async () => {
  const property = fc.asyncProperty(stepsOf(clear, reconnect), async (steps) => {
    const { known, kept } = await run(steps, 1000)
    expect(known).toEqual(kept)
  })
  await fc.assert(property, { numRuns: 150 })
})

test('a client knows all requests that are left in a small journal', async () => {
  const property = fc.asyncProperty(stepsOf(reconnect), async (steps) => {
    const { known, kept } = await run(steps, 3)
    expect(known.slice(known.length - kept.length)).toEqual(kept)
  })
  await fc.assert(property, { numRuns: 150 })
})
