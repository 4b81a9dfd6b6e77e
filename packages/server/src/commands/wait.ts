// `mock-endpoint wait`: waits until an endpoint has received requests, for tests of webhooks.
import type { RecordedRequest } from '@mock-endpoint/core'
import { nearMisses, unless } from '@mock-endpoint/core/client'
import { ExitError, exitCodes } from '../program/exit.ts'
import { givenValue } from '../settings/setting.ts'
import { jsonLine } from '../terminal/json-line.ts'
import { forTerminal } from '../terminal/request-line.ts'
import type { Call, Run } from './command.ts'
import { createRemoteJournal } from './remote-journal.ts'
import { requestText } from './requests.ts'
import * as settings from './settings.ts'
import { counted } from './words.ts'

const defaultTimeout = 30_000

/** Counts the recorded requests too, and prints all requests that it counted. */
export const wait: Run = async (call) => {
  const { args, given, daemon, json, signal, print, say } = call
  const [endpoint = ''] = args
  const count = givenValue(given, settings.count) ?? 1
  const timeout = givenValue(given, settings.timeout) ?? defaultTimeout
  // Fails if no daemon responds. Without this, it would wait until one is started.
  await daemon.control.getHealth(undefined)
  await sayIfUnknown(endpoint, { daemon, say })
  const end = new AbortController()
  const abort = (): void => end.abort()
  // Not AbortSignal.timeout, because Node 20 may garbage-collect it early and then wait forever.
  const timer = setTimeout(abort, timeout)
  signal.addEventListener('abort', abort, { once: true })
  const journal = createRemoteJournal({ daemon, endpoint, signal: end.signal, say })
  const found = new Map<number, RecordedRequest>()
  try {
    for await (const request of journal.follow()) {
      found.set(request.id, request)
      if (found.size === count) break
    }
  } finally {
    clearTimeout(timer)
  }
  for (const request of found.values()) print(json ? jsonLine(request) : requestText(request, call))
  if (found.size === count) return exitCodes.clean
  if (signal.aborted) throw new ExitError(exitCodes.timedOut, 'The wait was interrupted.')
  const name = `\`${forTerminal(endpoint)}\``
  const wanted = count === 1 ? 'no request' : `${found.size} of ${counted(count, 'request')}`
  throw new ExitError(exitCodes.timedOut, `${name} received ${wanted} within ${timeout} ms.`)
}

/** Warns if nothing has this name: it may be mistyped, or be added later. */
async function sayIfUnknown(
  endpoint: string,
  { daemon: { control }, say }: Pick<Call, 'daemon' | 'say'>,
): Promise<void> {
  if (await unless('endpoint-not-found', control.getEndpoint(endpoint))) return
  if ((await control.listRules({ endpoint, limit: 1 })).rules.length > 0) return
  const { endpoints } = await control.listSummaries({ limit: 1000 })
  const [nearest] = nearMisses(
    endpoint,
    endpoints.map(({ name }) => name),
    1,
  )
  const hint = nearest === undefined ? '' : ` Did you mean \`${forTerminal(nearest)}\`?`
  say(`Nothing is called \`${forTerminal(endpoint)}\` yet.${hint} Waiting all the same.`)
}
