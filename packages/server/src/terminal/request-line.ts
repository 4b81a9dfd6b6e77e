// Formats a request as a line of text, for the daemon and for `mock-endpoint requests`.
import { styleText } from 'node:util'
import type { Forwarded, RecordedRequest } from '@mock-endpoint/core'
import { mismatchInWords, visible } from '@mock-endpoint/core/client'

/** The parts of a request that are shown. */
export interface ShownRequest
  extends Pick<
    RecordedRequest,
    | 'method'
    | 'statusCode'
    | 'outcome'
    | 'durationMs'
    | 'nearMisses'
    | 'fault'
    | 'held'
    | 'closest'
    | 'forwarded'
  > {
  /** The id of the rule that answered it. */
  readonly rule?: string | null
  /** The path, with its query. */
  readonly path: string
  /** The daemon that received it, if there are several. */
  readonly daemon?: string
}

type Style = Parameters<typeof styleText>[0]

export function paint(style: Style, text: string, colour: boolean): string {
  return colour ? styleText(style, text, { validateStream: false }) : text
}

/** Returns the line of a request, without a line break. `time` is when the request ended. */
export function requestLine(time: Date, request: ShownRequest, colour: boolean): string {
  const { method, path, durationMs, daemon } = request
  const clock = paint('dim', time.toTimeString().slice(0, 8), colour)
  const took = durationMs === null ? '' : ` ${Math.round(10 * durationMs) / 10} ms`
  const where = daemon === undefined ? '' : paint('dim', ` at ${forTerminal(daemon)}`, colour)
  return `${clock} ${forTerminal(method).padEnd(7)} ${forTerminal(path)} ${ending(request, colour)}${took}${where}`
}

function ending(request: ShownRequest, colour: boolean): string {
  const { outcome, statusCode, fault, closest, forwarded, nearMisses: [nearest] = [] } = request
  const by = request.rule ? ` by rule ${forTerminal(request.rule)}` : ''
  if (outcome === 'pending') return paint('dim', request.held ? `held${by}` : outcome, colour)
  if (outcome === 'aborted') return paint('magenta', outcome, colour)
  const code = statusCode ?? 0
  const style = code >= 500 ? 'red' : code >= 400 ? 'yellow' : 'green'
  if (outcome === 'answered') {
    const sent = [statusCode, fault].filter((each) => each !== null && each !== undefined)
    const from = forwarded ? ` from ${forTerminal(forwarded.to)}${recordingOf(forwarded)}` : ''
    return `${paint(fault ? 'magenta' : style, sent.join(' '), colour)}${by}${from}`
  }
  if (closest) {
    const hint = forTerminal(mismatchInWords(closest))
    return `${paint(style, `${code} ${outcome}`, colour)}, closest is ${hint}`
  }
  const near = nearest === undefined ? '' : `, close to \`${forTerminal(nearest)}\``
  return `${paint(style, `${code} ${outcome}`, colour)}${near}`
}

function recordingOf({ recorded, notRecorded }: Forwarded): string {
  if (recorded !== undefined) return `, recorded as ${forTerminal(recorded)}`
  return notRecorded === undefined ? '' : `, not recorded: ${forTerminal(notRecorded)}`
}

const longestText = 500

/** Returns a text with control characters escaped, cut off after 500 characters. */
export function forTerminal(text: string): string {
  const shown = visible(text)
  return shown.length > longestText ? `${shown.slice(0, longestText)}…` : shown
}
