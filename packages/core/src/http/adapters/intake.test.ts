import { beforeEach, describe, expect, test, vi } from 'vitest'
import { driveRealClock } from '../../test/drive-real-clock.ts'
import { createIntake, type Room } from './intake.ts'

beforeEach(driveRealClock)

const kibibyte = 1024
const large = 100 * kibibyte
const never = (): AbortSignal => new AbortController().signal

function open(limit: number) {
  const intake = createIntake(limit)
  const log: string[] = []
  return {
    intake,
    log,
    /** Requests room for a body, and logs when it gets it or is refused. */
    enter(name: string, bytes: number, signal = never): Promise<Room> {
      const entered = intake.enter(bytes, signal)
      entered.then(
        () => log.push(`${name} in`),
        ({ code }) => log.push(`${name} ${code}`),
      )
      return entered
    },
  }
}

describe('large bodies', () => {
  test('large bodies share half of the limit, and wait in order of arrival', async () => {
    const { enter, log } = open(4 * large)
    const [a, b] = await Promise.all([enter('a', large), enter('b', large)])
    const c = enter('c', large)
    const d = enter('d', 65 * kibibyte)
    await vi.advanceTimersByTimeAsync(0)
    expect(log).toEqual(['a in', 'b in'])
    a.leave()
    a.leave()
    await c
    expect(log).toEqual(['a in', 'b in', 'c in'])
    b.leave()
    await d
    expect(log.at(-1)).toBe('d in')
  })

  test('a large body that gets no room within five seconds is refused', async () => {
    const { intake, enter, log } = open(2 * large)
    const a = await enter('a', large)
    const refused = expect(intake.enter(large, never)).rejects.toMatchObject({
      code: 'too-many-bodies',
      status: 503,
      extensions: { limit: 2 * large },
    })
    enter('b', large).catch(() => {})
    await vi.advanceTimersByTimeAsync(4_999)
    expect(log).toEqual(['a in'])
    await vi.advanceTimersByTimeAsync(1)
    await refused
    expect(log).toEqual(['a in', 'b too-many-bodies'])
    a.leave()
    await enter('c', large)
  })

  test('a body larger than the limit gets room when no other body has any', async () => {
    const { enter, log } = open(large)
    const a = await enter('a', 10 * large)
    const b = enter('b', 10 * large)
    await vi.advanceTimersByTimeAsync(0)
    expect(log).toEqual(['a in'])
    a.leave()
    await b
  })

  test('a waiting body whose client disconnects lets the next one in', async () => {
    const { enter, log } = open(2 * large)
    const a = await enter('a', large)
    const client = new AbortController()
    const b = enter('b', large, () => client.signal)
    const c = enter('c', large)
    client.abort()
    await expect(b).rejects.toMatchObject({ code: 'too-many-bodies' })
    a.leave()
    await c
    expect(log).toEqual(['a in', 'b too-many-bodies', 'c in'])
  })
})

// Compared with `===`, because `toBe` also compares the contents of two different buffers.
describe('the memory of a large body', () => {
  test('the memory of a large body is reused for the next body that fits into it', async () => {
    const { enter } = open(4 * large)
    const a = await enter('a', large)
    const lent = a.memory()
    expect(lent.byteLength).toBe(large)
    expect(a.memory() === lent).toBe(true)
    // While it is lent, another body gets other memory.
    const b = await enter('b', large)
    expect(b.memory() === lent).toBe(false)
    a.leave()
    const smaller = await enter('c', large - 1)
    expect(smaller.memory() === lent).toBe(true)
    smaller.leave()
    b.leave()
    const larger = await enter('d', large + 1)
    expect(larger.memory().byteLength).toBe(large + 1)
  })

  test('memory above 16 MiB is not reused, and no memory is freed twice', async () => {
    const mebibyte = 1024 * kibibyte
    const { enter } = open(64 * mebibyte)
    const huge = await enter('huge', 17 * mebibyte)
    const lent = huge.memory()
    huge.leave()
    const next = await enter('next', 17 * mebibyte)
    expect(next.memory() === lent).toBe(false)
    next.leave()
    const a = await enter('a', mebibyte)
    a.memory()
    a.leave()
    a.leave()
    const [b, c] = await Promise.all([enter('b', mebibyte), enter('c', mebibyte)])
    expect(b.memory() === c.memory()).toBe(false)
  })
})

test('small bodies do not wait for large ones', async () => {
  const { enter, log } = open(400 * kibibyte)
  await enter('a', 2 * large)
  enter('b', large).catch(() => {})
  await enter('c', 64 * kibibyte)
  const refused = expect(enter('d', 64 * kibibyte)).rejects.toMatchObject({
    code: 'too-many-bodies',
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(log).toEqual(['a in', 'c in'])
  await vi.advanceTimersByTimeAsync(5_000)
  await refused
})

test('a quarter of the limit is for bodies that the journal keeps', async () => {
  const { intake } = open(400)
  expect([intake.keep(60), intake.keep(60), intake.keep(60)]).toEqual([60, 40, 0])
  intake.leave(60)
  expect(intake.keep(70)).toBe(60)
})
