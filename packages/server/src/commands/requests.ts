// `mock-endpoint requests`: prints the requests that a daemon received and, with --follow, new ones.
import type { RecordedRequest } from '@mock-endpoint/core'
import { exitCodes } from '../daemon/exit.ts'
import { jsonLine } from '../daemon/json-line.ts'
import { requestLine } from '../daemon/request-line.ts'
import { givenValue, isOn } from '../daemon/settings/given.ts'
import type { Run } from './command.ts'
import { createRemoteJournal } from './remote-journal.ts'
import * as settings from './settings.ts'

/** Resolves when all is printed, or when it is told to stop. */
export const requests: Run = async ({ daemon, given, json, colour, signal, print, say }) => {
  const follow = isOn(given, settings.follow)
  const endpoint = givenValue(given, settings.endpoint)
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
