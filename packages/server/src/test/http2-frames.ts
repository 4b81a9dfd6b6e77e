// HTTP/2 frame by frame (RFC 9113, 4 and 6), to send frames that no client library would.
import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

export const types = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
  /** A type that is not defined. */
  unknown: 0xbe,
} as const

type Type = keyof typeof types

export const flags = { ack: 1, endStream: 1, endHeaders: 4, padded: 8, priority: 0x20 } as const

/** Error codes (RFC 9113, 7). */
export const errors = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  streamClosed: 5,
  frameSize: 6,
  refused: 7,
  cancel: 8,
  compression: 9,
  calm: 11,
} as const

interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

/** A frame in bytes. `length` is the declared length of its payload, if that is to be wrong. */
export function frame(
  type: Type,
  stream: number,
  payload: Uint8Array = new Uint8Array(0),
  flag = 0,
  length: number = payload.length,
): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(length, 0, 3)
  head.writeUInt8(types[type], 3)
  head.writeUInt8(flag, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A number of 32 bits. */
export function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export function setting(id: number, value: number): Buffer {
  return Buffer.concat([number(id).subarray(2), number(value)])
}

/** A header block whose fields are neither indexed nor compressed (RFC 7541, 6.2.2). */
export function block(fields: Fields): Buffer {
  const parts = fields.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)])
  return Buffer.concat(parts)
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1')
  return Buffer.concat([integer(bytes.length), bytes])
}

/** An integer with a prefix of seven bits (RFC 7541, 5.1). */
function integer(value: number): Buffer {
  if (value < 127) return Buffer.of(value)
  const bytes = [127]
  let rest = value - 127
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

type Fields = readonly (readonly [name: string, value: string])[]

/** The fields of a GET of the endpoint `orders`. */
export const ask: Fields = [
  [':method', 'GET'],
  [':scheme', 'https'],
  [':authority', 'localhost'],
  [':path', '/endpoint/orders'],
]

/** A request that consists only of headers, unless the flags differ. */
export function request(
  stream: number,
  fields: Fields = ask,
  flag: number = flags.endHeaders | flags.endStream,
): Buffer {
  return frame('headers', stream, block(fields), flag)
}

/** The client preface, which begins a connection. */
export const begin: readonly (Buffer | string)[] = [
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  frame('settings', 0),
]

export interface Connection {
  readonly send: (...frames: readonly (Buffer | string)[]) => void
  /** Resolves to the first frame that fits, or to `undefined` if the connection ends without it. */
  first(fits: (frame: Frame) => boolean): Promise<Frame | undefined>
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>
  /** Reads nothing until `resume`. */
  pause(): void
  resume(): void
  close(): void
}

/** Connects, and sends nothing. Accepts any certificate. */
export async function connectByFrames(url: string): Promise<Connection> {
  const port = Number(new URL(url).port)
  const alpn = { ALPNProtocols: ['h2'], rejectUnauthorized: false }
  const socket = connect({ port, host: '127.0.0.1', ...alpn })
  // After an error comes `close`, which ends the waits for frames.
  socket.on('error', () => {})
  await once(socket, 'secureConnect')
  return readFrames(socket)
}

function readFrames(socket: TLSSocket): Connection {
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  let rest = Buffer.alloc(0)
  let hasEnded = false
  const tell = (): void => {
    for (const look of waiting) look()
  }
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (let next = readFrame(rest); next; next = readFrame(rest)) {
      rest = rest.subarray(9 + next.payload.length)
      frames.push(next)
    }
    tell()
  })
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      hasEnded = true
      tell()
      resolve()
    })
  })
  return {
    send(...sent) {
      for (const bytes of sent) socket.write(bytes)
    },
    first(fits) {
      return new Promise((resolve) => {
        const look = (): void => {
          const found = frames.find(fits)
          if (!found && !hasEnded) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      })
    },
    ended,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close: () => void socket.destroy(),
  }
}

/** The frame at the beginning of the bytes, if it is complete. */
function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 9) return undefined
  const length = bytes.readUIntBE(0, 3)
  if (bytes.length < 9 + length) return undefined
  return {
    type: bytes.readUInt8(3),
    flags: bytes.readUInt8(4),
    stream: bytes.readUInt32BE(5) & 0x7fffffff,
    payload: bytes.subarray(9, 9 + length),
  }
}
