import { beforeEach, describe, expect, test, vi } from 'vitest'
import { driveRealClock } from '../test/drive-real-clock.ts'
import { createIntake } from './intake.ts'

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
    /** Enters, and notes when it is in or refused. */
    enter(name: string, bytes: number, signal = never): Promise<() => void> {
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
  test('have half of the room, and wait for it in their order', async () => {
    const { enter, log } = open(4 * large)
    const [leaveA, leaveB] = await Promise.all([enter('a', large), enter('b', large)])
    const c = enter('c', large)
    const d = enter('d', 65 * kibibyte)
    await vi.advanceTimersByTimeAsync(0)
    expect(log).toEqual(['a in', 'b in'])
    leaveA()
    leaveA()
    await c
    expect(log).toEqual(['a in', 'b in', 'c in'])
    leaveB()
    await d
    expect(log.at(-1)).toBe('d in')
  })

  test('are refused when there is no room for five seconds', async () => {
    const { intake, enter, log } = open(2 * large)
    const leave = await enter('a', large)
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
    leave()
    await enter('c', large)
  })

  test('larger than all the room get in alone', async () => {
    const { enter, log } = open(large)
    const leave = await enter('a', 10 * large)
    const b = enter('b', 10 * large)
    await vi.advanceTimersByTimeAsync(0)
    expect(log).toEqual(['a in'])
    leave()
    await b
  })

  test('leave the line when their client has left', async () => {
    const { enter, log } = open(2 * large)
    const leave = await enter('a', large)
    const client = new AbortController()
    const b = enter('b', large, () => client.signal)
    const c = enter('c', large)
    client.abort()
    await expect(b).rejects.toMatchObject({ code: 'too-many-bodies' })
    leave()
    await c
    expect(log).toEqual(['a in', 'b too-many-bodies', 'c in'])
  })
})

test('small bodies need not wait for large ones', async () => {
  const { enter, log } = open(400 * kibibyte)
  await enter('a', 2 * large)
  enter('b', large).catch(() => {})
  await enter('c', 64 * kibibyte)
  const d = enter('d', 64 * kibibyte)
  await vi.advanceTimersByTimeAsync(0)
  expect(log).toEqual(['a in', 'c in'])
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(d).rejects.toMatchObject({ code: 'too-many-bodies' })
})

test('of bodies for the journal a quarter of the room is kept', async () => {
  const { intake } = open(400)
  expect([intake.keep(60), intake.keep(60), intake.keep(60)]).toEqual([60, 40, 0])
  intake.leave(60)
  expect(intake.keep(70)).toBe(60)
})
