// Reads a log that several journals share, and keeps its end in a ring.
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
  /** What was read, and who waits for more. */
  readonly readable: Readable
  /** Reads what there is by now. */
  read(): Promise<void>
  /** Reads on whenever something is appended, from when it resolves. Resolves to what ends it. */
  watch(): Promise<() => void>
  find(id: string): KeptRequest | undefined
}

export interface LogReaderOptions {
  /** How many requests it keeps, and how many bytes of them. */
  readonly capacity: number
  readonly bytes: number
  /** Names of headers whose values nobody is shown here, whoever wrote them. */
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
  /** How many requests of the log are in the ring, were in it, or were gone before. */
  let known = 0

  const read = coalesced(async () => {
    // One that keeps nothing shows nothing, whatever others record.
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

  /** So many requests were gone before they could be read. */
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
    // One that fell out ends without a trace.
    if (!ended || !request) return
    const response = readEnd(request, ended, responses)
    const at = ring.position
    if (arrived) ring.moveTo(at - 1)
    if (!ring.change(request, response)) return
    // It is told as what has just arrived.
    subscribers.changed(request)
  }

  return {
    readable,
    read,
    // One that keeps nothing has nothing to tell.
    watch: capacity > 0 ? createWatch(log, read) : async () => () => {},
    find: (id) => (/^\d{1,15}$/.test(id) ? byId.get(Number(id)) : undefined),
  }
}

/** Reads on while anybody watches, all of whom share one watch of the log. */
function createWatch(log: RequestLog, read: () => Promise<void>): LogReader['watch'] {
  let watchers = 0
  let watching: Promise<() => void> | undefined

  /** Tries again for as long as somebody watches. */
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

/** One that an unknown version wrote cannot be read. */
function parse(text: string): WrittenFrame | undefined {
  try {
    const frame = JSON.parse(text) as WrittenFrame
    return Array.isArray(frame.entries) ? frame : undefined
  } catch {
    return undefined
  }
}
