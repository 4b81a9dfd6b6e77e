import { describe, expect, test } from 'vitest'
import { type CommitQueue, createCommitQueue } from './commit-queue.ts'

interface Commit {
  readonly writes: readonly string[]
  succeed(): void
  fail(error: Error): void
}

/** Returns a queue whose commits the test sees and ends. Each has at most two writes. */
function createQueue(): { queue: CommitQueue<string, string>; commits: Commit[] } {
  const commits: Commit[] = []
  const queue = createCommitQueue<string, string>({
    commit: (writes) =>
      new Promise((resolve, reject) => {
        const succeed = () => resolve(writes.map((write) => `${write} done`))
        commits.push({ writes, succeed, fail: reject })
      }),
    fit: (waiting) => Math.min(2, waiting.length),
  })
  return { queue, commits }
}

/** Waits until everything that needs no timer has run. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const note = () => {
    settled = true
  }
  promise.then(note, note)
  await settle()
  return settled
}

const seen = (commits: readonly Commit[]) => commits.map(({ writes }) => writes)

describe('a commit queue', () => {
  test('a commit queue runs one commit at a time, in order, as large as fits', async () => {
    const { queue, commits } = createQueue()
    const writes = ['a', 'b', 'c', 'd', 'e'].map((write) => queue.push(write))
    await settle()
    expect(seen(commits)).toEqual([['a', 'b']])
    commits[0]?.succeed()
    await settle()
    expect(seen(commits)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    commits[1]?.succeed()
    await settle()
    commits[2]?.succeed()
    expect(await Promise.all(writes)).toEqual(['a done', 'b done', 'c done', 'd done', 'e done'])
    expect(seen(commits)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  test('writes that arrive during a commit share the next one', async () => {
    const { queue, commits } = createQueue()
    const first = queue.push('a')
    await settle()
    const late = [queue.push('b')]
    await settle()
    late.push(queue.push('c'))
    await settle()
    expect(seen(commits)).toEqual([['a']])
    commits[0]?.succeed()
    expect(await first).toBe('a done')
    await settle()
    expect(seen(commits)).toEqual([['a'], ['b', 'c']])
    commits[1]?.succeed()
    expect(await Promise.all(late)).toEqual(['b done', 'c done'])
  })

  test('a write resolves only when its commit has ended', async () => {
    const { queue, commits } = createQueue()
    const write = queue.push('a')
    expect(await isSettled(write)).toBe(false)
    commits[0]?.succeed()
    expect(await isSettled(write)).toBe(true)
  })

  test('a failed commit rejects its own writes, and no others', async () => {
    const { queue, commits } = createQueue()
    const outcomes = Promise.allSettled(['a', 'b', 'c'].map((write) => queue.push(write)))
    await settle()
    const reason = new Error('the disk is gone')
    commits[0]?.fail(reason)
    await settle()
    commits[1]?.succeed()
    expect(await outcomes).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
      { status: 'fulfilled', value: 'c done' },
    ])
  })

  test('a commit queue continues after a failed commit and after it was idle', async () => {
    const { queue, commits } = createQueue()
    const failed = expect(queue.push('a')).rejects.toThrow('full')
    await settle()
    commits[0]?.fail(new Error('full'))
    await failed
    await queue.idle()
    const write = queue.push('b')
    await settle()
    commits[1]?.succeed()
    expect(await write).toBe('b done')
  })

  test('idle() resolves when no write waits and no commit is in progress', async () => {
    const { queue, commits } = createQueue()
    expect(await isSettled(queue.idle())).toBe(true)
    const writes = Promise.all(['a', 'b', 'c'].map((write) => queue.push(write)))
    const idle = queue.idle()
    expect(await isSettled(idle)).toBe(false)
    commits[0]?.succeed()
    expect(await isSettled(idle)).toBe(false)
    commits[1]?.succeed()
    expect(await isSettled(idle)).toBe(true)
    await writes
  })

  test('settled() resolves when the commit in progress ends, even if writes wait', async () => {
    const { queue, commits } = createQueue()
    expect(await isSettled(queue.settled())).toBe(true)
    const writes = ['a', 'b', 'c'].map((write) => queue.push(write))
    await settle()
    const settled = queue.settled()
    expect(await isSettled(settled)).toBe(false)
    commits[0]?.succeed()
    expect(await isSettled(settled)).toBe(true)
    expect(await isSettled(queue.settled())).toBe(false)
    commits[1]?.succeed()
    await Promise.all(writes)
  })

  test('idle() resolves even if a commit fails', async () => {
    const { queue, commits } = createQueue()
    const failed = expect(queue.push('a')).rejects.toThrow('full')
    const idle = queue.idle()
    await settle()
    commits[0]?.fail(new Error('full'))
    await idle
    await failed
  })
})
