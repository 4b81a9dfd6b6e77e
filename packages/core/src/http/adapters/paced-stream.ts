// A paced body as a stream, for the `fetch` adapter.
import type { Awaitable } from '../../model/time/awaitable.ts'
import { bodyTerminated } from './fetch-errors.ts'
import type { Leave, PacedBody } from './incoming.ts'

type Piece = Uint8Array<ArrayBuffer>

export interface PacedStream extends PacedBody {
  readonly stream: ReadableStream<Piece>
}

/**
 * Returns a body whose pieces wait to be read. Calls `leave` when the reader cancels, or when the
 * signal aborts before the end. Reading then rejects with its reason, as after a real `fetch`.
 */
export function createPacedStream(signal: AbortSignal, leave: Leave): PacedStream {
  let isOver = false
  const { stream, add, finish, drop } = createOutflow(() => left())

  function stop(): void {
    isOver = true
    signal.removeEventListener('abort', abort)
  }

  function left(): void {
    stop()
    leave()
  }

  function abort(): void {
    drop(signal.reason)
    left()
  }

  function complete(error?: Error): void {
    if (isOver) return
    stop()
    finish(error)
  }

  signal.addEventListener('abort', abort)
  return {
    stream,
    write(bytes) {
      if (isOver || bytes.byteLength === 0) return
      // A copy, because the reader may write into it.
      return add(bytes.slice())
    },
    end: () => complete(),
    abort: () => complete(bodyTerminated()),
  }
}

interface Outflow {
  readonly stream: ReadableStream<Piece>
  /** Resolves when there is room for more. Returns a promise only if there is none now. */
  add(piece: Piece): Awaitable<void>
  /** Ends the stream after all pieces were read, with the error if there is one. */
  finish(error?: Error): void
  /** Ends the stream with the error at once. */
  drop(error: unknown): void
}

/** A stream that takes a piece only when it is read, because an error drops the pieces it holds. */
function createOutflow(cancelled: () => void): Outflow {
  const pieces = createPieces()
  let isWanted = false
  let last: (() => void) | undefined
  let controller: ReadableStreamDefaultController<Piece> | undefined

  function handOut(): void {
    const piece = isWanted ? pieces.take() : undefined
    if (piece) {
      isWanted = false
      controller?.enqueue(piece)
    }
    if (!pieces.isEmpty()) return
    last?.()
    last = undefined
  }

  function clear(): void {
    last = undefined
    pieces.clear()
  }

  const source: UnderlyingDefaultSource<Piece> = {
    start(own) {
      controller = own
    },
    pull() {
      isWanted = true
      handOut()
    },
    cancel() {
      clear()
      cancelled()
    },
  }
  return {
    stream: new ReadableStream(source, { highWaterMark: 0 }),
    add(piece) {
      pieces.add(piece)
      handOut()
      return pieces.room()
    },
    finish(error) {
      last = () => (error ? controller?.error(error) : controller?.close())
      handOut()
    },
    drop(error) {
      controller?.error(error)
      clear()
    },
  }
}

/** Bytes that may wait to be read before a writer has to wait. */
const mostWaiting = 64 * 1024

interface Pieces {
  add(piece: Piece): void
  take(): Piece | undefined
  /** Resolves when there is room for more. Returns a promise only if there is none now. */
  room(): Awaitable<void>
  clear(): void
  isEmpty(): boolean
}

function createPieces(): Pieces {
  let waiting: Piece[] = []
  let bytes = 0
  let writers: (() => void)[] = []

  function wakeWriters(): void {
    for (const resolve of writers) resolve()
    writers = []
  }

  return {
    add(piece) {
      waiting.push(piece)
      bytes += piece.byteLength
    },
    take() {
      const piece = waiting.shift()
      bytes -= piece?.byteLength ?? 0
      if (bytes <= mostWaiting) wakeWriters()
      return piece
    },
    room: () => (bytes > mostWaiting ? new Promise((resolve) => writers.push(resolve)) : undefined),
    clear() {
      waiting = []
      bytes = 0
      wakeWriters()
    },
    isEmpty: () => waiting.length === 0,
  }
}
