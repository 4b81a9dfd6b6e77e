// What the daemon prints: the banner, a line a request, errors; for people or as JSON lines.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { styleText } from 'node:util'
import { version } from './build.ts'

/** Where text goes. */
export interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface PrinterOptions {
  readonly stdout: Output
  readonly stderr: Output
  readonly quiet: boolean
  readonly json: boolean
  readonly colour: boolean
}

interface Started {
  readonly url: string
  /** Where endpoints are kept; `undefined` for memory. */
  readonly dataDir: string | undefined
  readonly endpoints: number
}

export interface Printer {
  started(what: Started): void
  /** For each request, when its answer has ended; `undefined` when nobody would see the lines. */
  readonly onRequest: ((incoming: IncomingMessage, outgoing: ServerResponse) => void) | undefined
  stopping(): void
  error(message: string): void
}

export function createPrinter({ stdout, stderr, quiet, json, colour }: PrinterOptions): Printer {
  const print = (text: string): void => {
    if (!quiet) stdout.write(`${text}\n`)
  }
  const event = (name: string, members: object): string =>
    JSON.stringify({ event: name, ...members })
  const showsRequests = !quiet && (json || stdout.isTTY === true)

  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const arrived = performance.now()
    outgoing.once('close', () => {
      const durationMs = Math.round(10 * (performance.now() - arrived)) / 10
      const outcome = outgoing.writableFinished ? 'answered' : 'aborted'
      const request = { method: incoming.method ?? '', path: incoming.url ?? '' }
      const line = { ...request, statusCode: outgoing.statusCode, outcome, durationMs } as const
      const time = new Date()
      if (json) print(event('request', { time: time.toISOString(), ...line }))
      else print(requestLine(time, line, colour))
    })
  }

  return {
    started: (what) => print(json ? event('listening', what) : banner(what, colour)),
    onRequest: showsRequests ? onRequest : undefined,
    stopping: () => print(json ? event('stopping', {}) : 'Stopping: answers under way may end …'),
    error: (message) => {
      const lines = message.split('\n').map(visible).join('\n')
      stderr.write(json ? `${event('error', { message })}\n` : `mock-endpoint: ${lines}\n`)
    },
  }
}

type Style = Parameters<typeof styleText>[0]

function paint(style: Style, text: string, colour: boolean): string {
  return colour ? styleText(style, text, { validateStream: false }) : text
}

function banner({ url, dataDir, endpoints }: Started, colour: boolean): string {
  const count = endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`
  const row = (label: string, text: string): string =>
    `  ${paint('dim', label.padEnd(9), colour)}${text}`
  const body = `'{"name":"hello","data":{"hello":"world"}}'`
  return [
    '',
    `  ${paint('bold', 'mock-endpoint', colour)} ${version}`,
    '',
    row('Address', paint('cyan', url, colour)),
    row('Data', `${dataDir === undefined ? 'in memory only' : visible(dataDir)}, ${count}`),
    row('Add', `curl -X PUT ${url}/api/endpoint/add -d ${body}`),
    row('Read', `curl ${url}/endpoint/hello`),
    row('Stop', 'Ctrl+C'),
    '',
  ].join('\n')
}

interface RequestLine {
  readonly method: string
  readonly path: string
  readonly statusCode: number
  readonly outcome: 'answered' | 'aborted'
  readonly durationMs: number
}

function requestLine(time: Date, line: RequestLine, colour: boolean): string {
  const { method, path, statusCode, outcome, durationMs } = line
  const clock = paint('dim', time.toTimeString().slice(0, 8), colour)
  const style = statusCode >= 500 ? 'red' : statusCode >= 400 ? 'yellow' : 'green'
  const status =
    outcome === 'aborted'
      ? paint('magenta', 'aborted', colour)
      : paint(style, String(statusCode), colour)
  return `${clock} ${visible(method).padEnd(7)} ${visible(path)} ${status} ${durationMs} ms`
}

const longestText = 500

/** Control and formatting characters as escapes: a path must not move the cursor or hide itself. */
function visible(text: string): string {
  const shown = text.replace(/[\p{C}\u2028\u2029]/gu, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16)
    return `\\u{${hex}}`
  })
  return shown.length > longestText ? `${shown.slice(0, longestText)}…` : shown
}
