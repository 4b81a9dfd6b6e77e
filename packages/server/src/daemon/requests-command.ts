// `mock-endpoint requests`: prints what a running daemon was asked, and with --follow what it is.
import type { RecordedRequest } from '@mock-endpoint/core'
import { DEFAULT_PORT } from '../http/start-server.ts'
import type { Host } from './host.ts'
import { jsonLine } from './json-line.ts'
import { createRemoteJournal } from './remote-journal.ts'
import { requestLine } from './request-line.ts'
import { type Given, givenValue, isOn } from './settings/given.ts'
import * as table from './settings/table.ts'

export interface RequestsCommandOptions {
  readonly host: Pick<Host, 'stdout' | 'events'>
  readonly given: Given
  readonly colour: boolean
  /** Takes a sentence for the person. */
  readonly say: (sentence: string) => void
}

/** Resolves when all is printed or it is told to stop; rejects with the `ExitError` of a refusal. */
export async function printRequests(options: RequestsCommandOptions): Promise<void> {
  const { host, given, colour, say } = options
  const json = isOn(given, table.json)
  const follow = isOn(given, table.follow)
  const journal = createRemoteJournal({
    url: givenValue(given, table.url) ?? localUrl(given),
    token: givenValue(given, table.sentToken),
    endpoint: givenValue(given, table.endpoint),
    signal: untilToldToStop(host),
    say,
  })
  for await (const request of follow ? journal.follow() : journal.list()) {
    // It comes again when it ends.
    if (follow && request.outcome === 'pending') continue
    host.stdout.write(`${json ? jsonLine(request) : toLine(request, colour)}\n`)
  }
}

/** A daemon on this machine that was given the same environment. */
function localUrl(given: Given): string {
  return `http://localhost:${givenValue(given, table.port) || DEFAULT_PORT}`
}

/** A reader of the output that leaves, such as `head`, ends it as well. */
function untilToldToStop({ events, stdout }: RequestsCommandOptions['host']): AbortSignal {
  const end = new AbortController()
  const stop = (): void => end.abort()
  events.on('SIGINT', stop)
  events.on('SIGTERM', stop)
  stdout.on('error', stop)
  return end.signal
}

function toLine(request: RecordedRequest, colour: boolean): string {
  const { path, query, receivedAt, durationMs } = request
  const ended = new Date(Date.parse(receivedAt) + (durationMs ?? 0))
  return requestLine(ended, { ...request, path: query === '' ? path : `${path}?${query}` }, colour)
}
