// `mock-endpoint requests` prints the requests that a daemon received and, with --follow, new ones;
// `clear requests` removes them.
import type { RecordedRequest } from '@mock-endpoint/core'
import { type ExitCode, exitCodes } from '../program/exit.ts'
import { givenValue, isOn } from '../settings/setting.ts'
import { jsonLine } from '../terminal/json-line.ts'
import { forTerminal, paint, requestLine } from '../terminal/request-line.ts'
import type { Call, Run } from './command.ts'
import { createRemoteJournal } from './remote-journal.ts'
import * as settings from './settings.ts'
import { counted } from './words.ts'

export const requests: Run = (call) => printRequests(call, isOn(call.given, settings.follow))

export const tail: Run = (call) => printRequests(call, true)

export const clearRequests: Run = async ({ daemon, json, print }) => {
  await daemon.control.clearRequests(undefined)
  print(json ? JSON.stringify({ cleared: true }) : 'Removed all requests.')
  return exitCodes.clean
}

/** Resolves when all requests are printed, or after an abort. */
async function printRequests(call: Call, follow: boolean): Promise<ExitCode> {
  const { args, daemon, given, json, signal, print, say } = call
  const endpoint = args[0] ?? givenValue(given, settings.endpoint)
  const journal = createRemoteJournal({ daemon, endpoint, signal, say })
  for await (const request of follow ? journal.follow() : journal.list()) {
    // A pending request is yielded again when it ends.
    if (follow && request.outcome === 'pending') continue
    print(json ? jsonLine(request) : requestText(request, call))
  }
  return exitCodes.clean
}

/** Returns a request for people: a line, and the beginning of its body on a second line. */
export function requestText(
  request: RecordedRequest,
  { colour, host }: Pick<Call, 'colour' | 'host'>,
): string {
  const { path, query, receivedAt, durationMs } = request
  const ended = new Date(Date.parse(receivedAt) + (durationMs ?? 0))
  const shown = { ...request, path: query === '' ? path : `${path}?${query}` }
  const line = requestLine(ended, shown, colour)
  const body = bodyText(request, host)
  return body === '' ? line : `${line}\n${indent}${paint('dim', body, colour)}`
}

const indent = '  '

/** Returns the beginning of a body that fits in a line with an indent of two spaces. */
export function bodyText(
  { body, bodyBytes, bodyEncoding }: Pick<RecordedRequest, 'body' | 'bodyBytes' | 'bodyEncoding'>,
  { stdout }: Call['host'],
): string {
  const width = (stdout.columns ?? Number.POSITIVE_INFINITY) - indent.length
  if (bodyEncoding) return counted(bodyBytes, 'byte')
  // `forTerminal` shows fewer characters, so the rest is not processed.
  const text = forTerminal(body.slice(0, 1000).replaceAll(/\s+/g, ' ').trim())
  return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text
}
