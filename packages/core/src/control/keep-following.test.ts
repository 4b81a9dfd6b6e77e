import { describe, expect, test, vi } from 'vitest'
import type { FollowQuery, JournalEvent } from '../journal/view.ts'
import { Problem, type ProblemCode } from '../model/problem/problem.ts'
import { type HandClock, handClock, settle } from '../test/hand-clock.ts'
import { type KeepFollowingOptions, keepFollowing } from './keep-following.ts'
import { WireError } from './wire-error.ts'

/** The events of a connection. Then it ends, fails, or stays open until the abort. */
interface Connection {
  readonly tells?: readonly (readonly JournalEvent[])[]
  readonly ends: 'normally' | 'never' | Error
}

const away = new WireError('unreachable', 'Nobody is there.')
const lost: Connection = { ends: away }
const open: Connection = { ends: 'never' }
const cleared = (cursor: string): JournalEvent => ({ type: 'cleared', cursor })
const lagged: JournalEvent = { type: 'lagged', dropped: 3 }

interface Following {
  readonly queries: readonly FollowQuery[]
  readonly events: readonly JournalEvent[]
  readonly losses: readonly unknown[]
  readonly clock: HandClock
  readonly abort: () => void
  /** Resolves when following ends: to `undefined`, or to the error that it threw. */
  readonly ended: Promise<unknown>
}

function follow(
  connections: readonly Connection[],
  query: FollowQuery = {},
  options: Partial<KeepFollowingOptions> = {},
  ending: AbortController = new AbortController(),
): Following {
  const queries: FollowQuery[] = []
  const events: JournalEvent[] = []
  const losses: unknown[] = []
  const clock = handClock()
  const { signal } = ending
  const control = {
    async *followRequests(asked: FollowQuery, given: AbortSignal) {
      // A derived signal, so that the listener below is not counted.
      const abort = AbortSignal.any([given])
      const { tells = [], ends } = connections[queries.push(asked) - 1] ?? open
      yield* tells
      if (ends instanceof Error) throw ends
      if (ends === 'never') await new Promise((end) => abort.addEventListener('abort', end))
    },
  }
  async function read(): Promise<void> {
    const onLost = (reason: unknown): unknown => losses.push(reason)
    const followed = keepFollowing(control, query, { signal, onLost, clock, ...options })
    for await (const batch of followed) events.push(...batch)
  }
  const ended = read().catch((error: unknown) => error)
  return { queries, events, losses, clock, abort: () => ending.abort(), ended }
}

describe('a stream that ended', () => {
  test('a stream that ended is reopened with the same filter, after its last cursor', async () => {
    const first = [[cleared('1'), cleared('2')], [cleared('3')], [lagged]]
    const query = { after: '0', endpoint: 'a', unmatched: false }
    const { queries, events, clock, abort, ended } = follow(
      [{ tells: first, ends: 'normally' }, lost, { tells: [[cleared('4')]], ends: 'never' }],
      query,
    )
    await settle()
    await clock.fire()
    await clock.fire()
    const afters = ['0', '3', '3']
    expect(queries).toEqual(afters.map((after) => ({ ...query, after })))
    expect(events).toEqual([...first.flat(), cleared('4')])
    abort()
    expect(await ended).toBeUndefined()
  })

  test('`onLost` gets the reason for each end of a stream', async () => {
    const stopping = new Problem('shutting-down', 'It stops.')
    const { losses, clock, abort } = follow([lost, { ends: stopping }, { ends: 'normally' }])
    await settle()
    for (let i = 0; i < 3; i++) await clock.fire()
    expect(losses).toEqual([away, stopping, expect.any(WireError)])
    expect(losses.at(-1)).toMatchObject({ kind: 'unreachable', message: /ended the stream/ })
    abort()
  })

  test('pauses before reopening double up to a limit, and start over once it opens', async () => {
    const connections = [lost, lost, lost, lost, lost, { tells: [[]], ends: away }, lost]
    const { clock, abort } = follow(connections, {}, { shortestPause: 10, longestPause: 70 })
    await settle()
    for (let i = 0; i < 7; i++) await clock.fire()
    expect(clock.waits).toEqual([10, 20, 40, 70, 70, 10, 20])
    abort()
  })

  test('by default, the pauses before reopening double from 0.5 to 5 seconds', async () => {
    const { clock, abort } = follow(Array.from({ length: 6 }, () => lost))
    await settle()
    for (let i = 0; i < 6; i++) await clock.fire()
    expect(clock.waits).toEqual([500, 1000, 2000, 4000, 5000, 5000])
    abort()
  })
})

const foreign = (status: number): WireError => new WireError('foreign', 'Another.', { status })
const problem = (code: ProblemCode): Problem => new Problem(code, 'It says so.')

describe('an error', () => {
  test.each([
    problem('token-required'),
    problem('invalid-query'),
    foreign(404),
    foreign(200),
    new TypeError('A defect.'),
  ])('a permanent error is thrown without another attempt: %s', async (error) => {
    const { queries, losses, clock, ended } = follow([lost, { ends: error }])
    await settle()
    await clock.fire()
    expect(await ended).toBe(error)
    expect({ asked: queries.length, losses, pending: clock.pending() }).toEqual({
      asked: 2,
      losses: [away],
      pending: 0,
    })
  })

  test.each([problem('too-many-streams'), foreign(502), away])(
    'a temporary error is not thrown, and the stream is reopened: %s',
    async (error) => {
      const { queries, clock, abort, ended } = follow([{ ends: error }])
      await settle()
      await clock.fire()
      expect(queries).toHaveLength(2)
      abort()
      expect(await ended).toBeUndefined()
    },
  )
})

describe('the abort', () => {
  test.each([
    ['in a pause', lost, 1],
    ['while it follows', open, 0],
  ] as const)(
    'an abort %s ends following, and leaves no timer or listener',
    async (_, connection, timers) => {
      const ending = new AbortController()
      const { signal } = ending
      const added = vi.spyOn(signal, 'addEventListener')
      const removed = vi.spyOn(signal, 'removeEventListener')
      const { queries, losses, clock, abort, ended } = follow([lost, connection], {}, {}, ending)
      await settle()
      await clock.fire()
      expect(clock.pending()).toBe(timers)
      const lostBefore = losses.length
      abort()
      expect(await ended).toBeUndefined()
      expect({ asked: queries.length, pending: clock.pending(), lost: losses.length }).toEqual({
        asked: 2,
        pending: 0,
        lost: lostBefore,
      })
      expect(removed.mock.calls).toEqual(added.mock.calls)
    },
  )

  test('a signal that has already aborted causes no request', async () => {
    const { queries, ended } = follow([open], {}, { signal: AbortSignal.abort() })
    expect(await ended).toBeUndefined()
    expect(queries).toEqual([])
  })

  test('an error after the abort is neither thrown nor passed to `onLost`', async () => {
    const connection = { tells: [[cleared('1')]], ends: foreign(404) }
    const { losses, clock, abort, ended } = follow([connection])
    abort()
    const end = await ended
    expect({ end, losses, pending: clock.pending() }).toEqual({
      end: undefined,
      losses: [],
      pending: 0,
    })
  })
})
