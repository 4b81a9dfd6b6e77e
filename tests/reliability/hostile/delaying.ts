// A daemon with as many delayed responses as it allows, for clients that may disconnect.
import { expect, onTestFinished } from 'vitest'
import type { Daemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { type Held, hold, untilArrived } from './delayed.ts'
import { type Holdings, probe, probeUntil, startProbed } from './probe.ts'

/** Maximum number of responses that the daemon delays at once. */
export const limit = 10_000
export const data = '{"late":[1.10,12345678901234567890]}'

export function start(defects: readonly Defect[] = []): Promise<Daemon> {
  // The journal has room for all requests, so that it shows each arrival and each end.
  return startProbed(['--memory', '--journal-requests', String(2 * limit)], defects)
}

export async function add(url: string, name: string, milliseconds: number): Promise<void> {
  const body = `{"name":"${name}","data":${data},"delay":${milliseconds}}`
  const response = await fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
  expect(response.status).toBe(200)
}

/** Requests so many more delayed responses. Resolves when all requests have arrived. */
export async function fill(url: string, name: string, count: number): Promise<Held> {
  await fetch(`${url}/api/request`, { method: 'DELETE' })
  const held = await hold(url, name, count)
  onTestFinished(() => held.abort())
  await untilArrived(url, count)
  return held
}

export interface Round {
  /** Number of requests that were refused although they were within the limit. */
  readonly refused: number
  readonly during: Holdings
  /** After all clients have disconnected. */
  readonly after: Holdings
}

/** Requests so many delayed responses, then disconnects every client. */
export async function fillAndLeave(daemon: Daemon, count: number): Promise<Round> {
  const held = await fill(daemon.url, 'never', count)
  const refused = held.over()
  const during = await probe(daemon)
  held.abort()
  await held.responses
  // Two may belong to fetch, which keeps its connections open.
  await probeUntil(daemon, ({ sockets }) => sockets <= 2)
  const after = await probe(daemon)
  return { refused, during, after }
}
