// The output of the daemon: the banner, a line for each request, and errors, as text or JSON lines.
import { banner, type Started } from './banner.ts'
import { jsonLine } from './json-line.ts'
import { forTerminal, requestLine, type ShownRequest } from './request-line.ts'

/** A stream that takes text. */
export interface Output {
  readonly isTTY?: boolean
  /** The number of characters in a line of the terminal. */
  readonly columns?: number
  /** The number of written bytes that have not been taken yet. */
  readonly writableLength?: number
  write(text: string): unknown
  /** Calls back when all written bytes have been taken. */
  once?(event: 'drain', listener: () => void): unknown
}

/** The number of unread bytes above which request lines are dropped. */
const longestBacklog = 1024 * 1024

export interface PrinterOptions {
  readonly stdout: Output
  readonly stderr: Output
  readonly quiet: boolean
  readonly json: boolean
  readonly colour: boolean
  /** Whether requests are printed even if the output is not a terminal. Default: false. */
  readonly verbose?: boolean
}

/** A request that has ended. It has an `id` and `endpoint` if it is in the journal. */
export interface RequestEvent extends ShownRequest {
  readonly id?: number
  readonly endpoint?: string | null
}

export interface Printer {
  /** Prints the banner. `keys` describes the commands of typed letters, if they are read. */
  started(what: Started, keys?: string): void
  /** Prints a request that has ended. `undefined` if request lines are not shown. */
  readonly request: ((what: RequestEvent) => void) | undefined
  /** Prints information that is not an error. */
  note(message: string): void
  /** Prints that the store takes writes again. */
  recovered(): void
  stopping(): void
  /** Prints a fault that does not keep the program from working. */
  warn(message: string): void
  error(message: string): void
}

export function createPrinter(options: PrinterOptions): Printer {
  const { stdout, stderr, quiet, json, colour, verbose = false } = options
  const print = (text: string): void => {
    if (!quiet) stdout.write(`${text}\n`)
  }
  const event = (name: string, members: object): string => jsonLine({ event: name, ...members })
  const isTerminal = stdout.isTTY === true
  const showsRequests = !quiet && (json || isTerminal || verbose)

  let dropped = 0

  /** Whether there is no room for a line. Counts dropped lines, and reports them on `drain`. */
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
