// What the daemon prints: the banner, a line a request, errors; for people or as JSON lines.
import { banner, type Started } from './banner.ts'
import { jsonLine } from './json-line.ts'
import { forTerminal, requestLine, type ShownRequest } from './request-line.ts'

/** Where text goes. */
export interface Output {
  readonly isTTY?: boolean
  /** How many characters a line of the terminal has. */
  readonly columns?: number
  /** How many bytes were written that nobody has taken yet. */
  readonly writableLength?: number
  write(text: string): unknown
  /** Calls back when all that was written has been taken. */
  once?(event: 'drain', listener: () => void): unknown
}

/** How many bytes may wait for a reader, after which lines of requests are left out. */
const longestBacklog = 1024 * 1024

export interface PrinterOptions {
  readonly stdout: Output
  readonly stderr: Output
  readonly quiet: boolean
  readonly json: boolean
  readonly colour: boolean
}

/** A request that has ended. One that is in the journal has its `id` and `endpoint`. */
export interface RequestEvent extends ShownRequest {
  readonly id?: number
  readonly endpoint?: string | null
}

export interface Printer {
  /** `keys` says what letters do that somebody types, when they are read. */
  started(what: Started, keys?: string): void
  /** For each request, when it has ended; `undefined` when nobody would see the lines. */
  readonly request: ((what: RequestEvent) => void) | undefined
  /** What is worth knowing, and no error. */
  note(message: string): void
  /** The store takes writes again. */
  recovered(): void
  stopping(): void
  /** What is wrong, but keeps nothing from going on. */
  warn(message: string): void
  error(message: string): void
}

export function createPrinter({ stdout, stderr, quiet, json, colour }: PrinterOptions): Printer {
  const print = (text: string): void => {
    if (!quiet) stdout.write(`${text}\n`)
  }
  const event = (name: string, members: object): string => jsonLine({ event: name, ...members })
  const isTerminal = stdout.isTTY === true
  const showsRequests = !quiet && (json || isTerminal)

  let dropped = 0

  /** Whether there is no room for a line; it is counted, and the reader told when there is room. */
  function drop(): boolean {
    const isFull = (stdout.writableLength ?? 0) > longestBacklog
    if (dropped === 0 && !isFull) return false
    if (dropped === 0) stdout.once?.('drain', tellDropped)
    dropped++
    return true
  }

  function tellDropped(): void {
    const requests = dropped
    dropped = 0
    print(
      json
        ? event('dropped', { requests })
        : `${requests} requests were not printed: the output was not read in time.`,
    )
  }

  function request(what: RequestEvent): void {
    if (drop()) return
    const time = new Date()
    if (json) print(event('request', { time: time.toISOString(), ...what }))
    else print(requestLine(time, what, colour))
  }

  function complain(name: string, message: string, label = ''): void {
    const lines = message.split('\n').map(forTerminal).join('\n')
    stderr.write(json ? `${event(name, { message })}\n` : `mock-endpoint: ${label}${lines}\n`)
  }

  return {
    started: (what, keys) =>
      print(json ? event('listening', what) : banner(what, { colour, keys })),
    request: showsRequests ? request : undefined,
    note: (message) => print(json ? event('note', { message }) : forTerminal(message)),
    recovered: () => print(json ? event('recovered', {}) : 'The data folder accepts writes again.'),
    stopping: () => print(json ? event('stopping', {}) : 'Stopping: responses under way may end …'),
    warn: (message) => {
      if (!quiet) complain('warning', message, 'warning: ')
    },
    error: (message) => complain('error', message),
  }
}
