// A paced body as a stream, for the door of `fetch`.
import type { Awaitable } from '../model/awaitable.ts'
import { bodyTerminated } from './fetch-errors.ts'
import type { Leave, PacedBody } from './incoming.ts'

type Piece = Uint8Array<ArrayBuffer>

export interface PacedStream extends PacedBody {
  readonly stream: ReadableStream<Piece>
}

/**
 * A body whose pieces wait to be read. Calls `leave` when the reader cancels, or when the signal
 * aborts before the end; reading then rejects with its reason, as it does after a real `fetch`.
 */
export function createPacedStream(signal: AbortSignal, leave: Leave): PacedStream {
  const pieces = createPieces()
  let isWanted = false
  let isOver = false
  let finish: (() => void) | undefined
  let controller: ReadableStreamDefaultController<Piece> | undefined

  function handOut(): void {
    const piece = isWanted ? pieces.take() : undefined
    if (piece) {
      isWanted = false
      controller?.enqueue(piece)
    }
    if (pieces.isEmpty()) finish?.()
  }

  function stop(): void {
    isOver = true
    signal.removeEventListener('abort', abort)
  }

  function complete(last: () => void): void {
    if (isOver) return
    stop()
    finish = () => {
      finish = undefined
      last()
    }
    handOut()
  }

  function drop(): void {
    stop()
    finish = undefined
    pieces.clear()
    leave()
  }

  function abort(): void {
    controller?.error(signal.reason)
    drop()
  }

  const source: UnderlyingDefaultSource<Piece> = {
    start(own) {
      controller = own
    },
    pull() {
      isWanted = true
      handOut()
    },
    cancel: drop,
  }
  signal.addEventListener('abort', abort)
  return {
    // It asks for a piece only when it is read: what it took early would be lost when it breaks off.
    stream: new ReadableStream(source, { highWaterMark: 0 }),
    write(bytes) {
      if (isOver || bytes.byteLength === 0) return
      // A copy: whoever reads it may write into it.
      pieces.add(bytes.slice())
      handOut()
      return pieces.room()
    },
    end: () => complete(() => controller?.close()),
    abort: () => complete(() => controller?.error(bodyTerminated())),
  }
}

/** How many bytes may wait to be read before a writer has to wait. */
const mostWaiting = 64 * 1024

interface Pieces {
  add(piece: Piece): void
  take(): Piece | undefined
  /** Resolves when there is room for more, with a promise only if there is none now. */
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
