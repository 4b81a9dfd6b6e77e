// `mock-endpoint requests`: prints the requests that a daemon received and, with --follow, new ones.
import type { RecordedRequest } from '@mock-endpoint/core'
import { type ExitCode, exitCodes } from '../daemon/exit.ts'
import { jsonLine } from '../daemon/json-line.ts'
import { requestLine } from '../daemon/request-line.ts'
import { givenValue, isOn } from '../daemon/settings/given.ts'
import type { Call, Run } from './command.ts'
import { createRemoteJournal } from './remote-journal.ts'
import * as settings from './settings.ts'

export const requests: Run = (call) => printRequests(call, isOn(call.given, settings.follow))

export const tail: Run = (call) => printRequests(call, true)

/** Resolves when all is printed, or when it is told to stop. */
async function printRequests(call: Call, follow: boolean): Promise<ExitCode> {
  const { args, daemon, given, json, colour, signal, print, say } = call
  const endpoint = args[0] ?? givenValue(given, settings.endpoint)
  const journal = createRemoteJournal({ daemon, endpoint, signal, say })
  for await (const request of follow ? journal.follow() : journal.list()) {
    // It comes again when it ends.
    if (follow && request.outcome === 'pending') continue
    print(json ? jsonLine(request) : requestText(request, colour))
  }
  return exitCodes.clean
}

/** A request as a line for people. */
export function requestText(request: RecordedRequest, colour: boolean): string {
  const { path, query, receivedAt, durationMs } = request
  const ended = new Date(Date.parse(receivedAt) + (durationMs ?? 0))
  return requestLine(ended, { ...request, path: query === '' ? path : `${path}?${query}` }, colour)
}
