// Reads a log that several journals share, and keeps its last requests in a ring.
import { realClock } from '../../model/time/clock.ts'
import { makeReadable, type Readable } from '../reading/readable.ts'
import { createBodyBlocks } from '../ring/body-blocks.ts'
import { createHeaderText, splitHeaders } from '../ring/capture.ts'
import type { KeptRequest } from '../ring/kept-request.ts'
import type { KeptResponse } from '../ring/kept-response.ts'
import { createRing } from '../ring/ring.ts'
import { coalesced } from './coalesced.ts'
import { readArrival, readEnd, readResponses, type WrittenFrame } from './frames.ts'
import type { LoggedFrame, LogPage, RequestLog } from './request-log.ts'

/** In milliseconds. */
const pauseAfterFailure = 1_000

export interface LogReader {
  /** The requests that were read, and the subscribers that wait for more. */
  readonly readable: Readable
  /** Reads everything that the log has by now. */
  read(): Promise<void>
  /** Reads after each append, from when it resolves. Resolves to a function that ends this. */
  watch(): Promise<() => void>
  find(id: string): KeptRequest | undefined
}

export interface LogReaderOptions {
  /** The maximum number of requests that it keeps, and their maximum memory in bytes. */
  readonly capacity: number
  readonly bytes: number
  /** Names of headers whose values are masked here, whichever service wrote them. */
  readonly masked: readonly string[]
}

export function createLogReader(
  log: RequestLog,
  { capacity, bytes, masked }: LogReaderOptions,
): LogReader {
  const toText = createHeaderText(masked)
  const blocks = createBodyBlocks()
  const byId = new Map<number, KeptRequest>()
  const ring = createRing(capacity, bytes, blocks, ({ id }) => void byId.delete(id))
  const readable = makeReadable(ring, '')
  const { subscribers, cursors, events } = readable
  let run = ''
  /** The number of requests of the log that are or were in the ring, or were gone before a read. */
  let known = 0

  const read = coalesced(async () => {
    // A journal that keeps no requests shows none, even if other services record them.
    while (capacity > 0) {
      const page = await log.read(ring.position)
      take(page)
      if (page.isWhole) return
    }
  })

  function take({ run: current, position, requests, cleared, frames, isWhole }: LogPage): void {
    if (current !== run) {
      run = current
      cursors.begin(run)
    }
    if (cleared.position > ring.clearedAt) clear(cleared)
    for (const frame of frames) {
      if (frame.position <= ring.position) continue
      skip(frame.before - known)
      known = frame.before + frame.requests
      takeFrame(frame)
      ring.moveTo(frame.position)
    }
    if (!isWhole) return
    skip(requests - known)
    known = requests
    if (position > ring.position) ring.moveTo(position)
  }

  function clear({ position, requests }: LogPage['cleared']): void {
    byId.clear()
    ring.moveTo(position - 1)
    ring.clear()
    known = requests
    events.forget()
    subscribers.cleared()
  }

  /** Notes that `count` requests were gone before they could be read. */
  function skip(count: number): void {
    if (count <= 0) return
    ring.skip(count)
    subscribers.missed()
  }

  function takeFrame({ text, entries: count, position, requests }: LoggedFrame): void {
    const frame = parse(text)
    if (!frame) {
      skip(requests)
      return
    }
    let at = position - count
    ring.moveTo(at)
    skip(frame.dropped)
    const responses = readResponses(frame)
    const texts = frame.texts.map((text) => toText(splitHeaders(text).flat()))
    for (const entry of frame.entries) {
      takeEntry({ ...frame, texts }, entry, responses)
      at += 1
      ring.moveTo(at)
    }
  }

  function takeEntry(
    frame: WrittenFrame,
    entry: WrittenFrame['entries'][number],
    responses: readonly KeptResponse[],
  ): void {
    const { id, arrived, ended } = entry
    if (arrived) {
      const request = readArrival(frame, { ...entry, arrived }, blocks)
      byId.set(id, request)
      ring.keep(request)
      if (!ended) subscribers.changed(request)
    }
    const request = byId.get(id)
    // The end of a dropped request is not recorded.
    if (!ended || !request) return
    const response = readEnd(request, ended, responses)
    const at = ring.position
    if (arrived) ring.moveTo(at - 1)
    if (!ring.change(request, response)) return
    // With an arrival in the same entry, both have one position, so that it counts as an arrival.
    subscribers.changed(request)
  }

  return {
    readable,
    read,
    // A journal that keeps no requests has no changes to watch for.
    watch: capacity > 0 ? createWatch(log, read) : async () => () => {},
    find: (id) => (/^\d{1,15}$/.test(id) ? byId.get(Number(id)) : undefined),
  }
}

/** Reads new entries while there are watchers, which all share one watch of the log. */
function createWatch(log: RequestLog, read: () => Promise<void>): LogReader['watch'] {
  let watchers = 0
  let watching: Promise<() => void> | undefined

  /** Reads, and retries after failures as long as there are watchers. */
  function readSoon(): void {
    read().catch(() => {
      if (watchers > 0) realClock.setTimeout(readSoon, pauseAfterFailure)
    })
  }

  return async () => {
    watchers += 1
    watching ??= log.watch(readSoon)
    const begun = watching
    try {
      await begun
    } catch (error) {
      watchers -= 1
      if (watching === begun) watching = undefined
      throw error
    }
    return () => {
      watchers -= 1
      if (watchers > 0 || watching !== begun) return
      watching = undefined
      begun.then(
        (end) => end(),
        () => {},
      )
    }
  }
}

/** Returns `undefined` for a frame of an unknown version. */
function parse(text: string): WrittenFrame | undefined {
  try {
    const frame = JSON.parse(text) as WrittenFrame
    return Array.isArray(frame.entries) ? frame : undefined
  } catch {
    return undefined
  }
}
