// A log of requests in process, for any number of journals.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoggedFrame, LogLimits, RequestLog } from '../journal/shared/request-log.ts'
import { StoreError } from '../model/store/store.ts'

export interface SharedLog {
  /** Opens the log for one more service. */
  open(name?: string): RequestLog
  /** Makes later calls reject with this, or none. `isAppended`: appends are made before that. */
  failWith(kind: StoreError['kind'] | undefined, isAppended?: boolean): void
  /** Makes only later appends reject, as when there is no room. */
  failAppends(): void
  /** Loses everything, and starts a new run. */
  restart(): void
  /** The frames, which a test may change. */
  readonly frames: LoggedFrame[]
}

export function createSharedLog(): SharedLog {
  const frames: LoggedFrame[] = []
  const listeners = new Set<() => void>()
  const appenders = new Set<() => Promise<void>>()
  let run = randomUUID()
  let position = 1_000
  let requests = 0
  let cleared = { position, requests }
  let ids = 0
  /** The largest limits of all appends so far. */
  let entries = 0
  let bytes = 0
  /** The number of the last frame of each writer. */
  const written = new Map<string, number>()
  let failure: StoreError['kind'] | undefined
  let isAppended = false
  let isFull = false

  async function call(): Promise<void> {
    await sleep(1)
    if (failure) throw new StoreError(failure, 'The log fails.')
  }

  function keep(limits: LogLimits): void {
    entries = Math.max(entries, limits.entries)
    bytes = Math.max(bytes, limits.bytes)
    const isTooMuch = (): boolean =>
      (frames[0]?.position ?? position) < position - entries ||
      (frames.length > 1 && frames.reduce((sum, { text }) => sum + text.length, 0) > bytes)
    while (isTooMuch()) frames.shift()
  }

  return {
    frames,
    failWith(kind, isMade = false) {
      failure = kind
      isAppended = isMade
      isFull = false
    },
    failAppends() {
      isFull = true
    },
    restart() {
      frames.length = 0
      run = randomUUID()
      position += 1_000
      requests = 0
      cleared = { position, requests }
    },
    open: (name = 'one') => ({
      name,
      nextId: () => ++ids,
      async append(frame, number, limits) {
        if (!isAppended) await call()
        if (isFull) throw new StoreError('full', 'The log is full.')
        if (written.get(name) === number) return listeners.size > 0
        written.set(name, number)
        position += frame.entries
        frames.push({ ...frame, position, before: requests })
        requests += frame.requests
        keep(limits)
        for (const listener of listeners) listener()
        if (isAppended) await call()
        return listeners.size > 0
      },
      async read(after) {
        await call()
        const behind = frames.filter((frame) => frame.position > after)
        const isWhole = behind.length <= 2
        return { run, position, requests, cleared, frames: behind.slice(0, 2), isWhole }
      },
      async clear() {
        await call()
        frames.length = 0
        position += 1
        cleared = { position, requests }
        for (const listener of listeners) listener()
      },
      async gather() {
        await call()
        await Promise.all([...appenders].map((append) => append()))
      },
      onGather: (append) => void appenders.add(append),
      async watch(listener) {
        await call()
        const told = (): void => listener()
        listeners.add(told)
        return () => void listeners.delete(told)
      },
    }),
  }
}
