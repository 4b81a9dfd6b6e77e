// A daemon with as many delayed responses as it takes, for clients that may leave.
import { expect, onTestFinished } from 'vitest'
import type { Daemon } from '../lib/daemon.ts'
import type { Defect } from '../lib/defect.ts'
import { type Held, hold, untilArrived } from './delayed.ts'
import { type Holdings, probe, probeUntil, startProbed } from './probe.ts'

/** How many responses the daemon delays at once. */
export const limit = 10_000
export const data = '{"late":[1.10,12345678901234567890]}'

export function start(defects: readonly Defect[] = []): Promise<Daemon> {
  // The journal takes all of them, so that each is seen to arrive, and to end.
  return startProbed(['--memory', '--journal-requests', String(2 * limit)], defects)
}

export async function add(url: string, name: string, milliseconds: number): Promise<void> {
  const body = `{"name":"${name}","data":${data},"delay":${milliseconds}}`
  const response = await fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
  expect(response.status).toBe(200)
}

/** Has so many delayed, beside those that were there, and resolves when the daemon has them all. */
export async function fill(url: string, name: string, count: number): Promise<Held> {
  await fetch(`${url}/api/request`, { method: 'DELETE' })
  const held = await hold(url, name, count)
  onTestFinished(() => held.abort())
  await untilArrived(url, count)
  return held
}

export interface Round {
  /** How many of a full house were turned away. */
  readonly refused: number
  readonly during: Holdings
  /** When all had left. */
  readonly after: Holdings
}

/** So many responses are delayed, and every client hangs up. */
export async function fillAndLeave(daemon: Daemon, count: number): Promise<Round> {
  const held = await fill(daemon.url, 'never', count)
  const refused = held.over()
  const during = await probe(daemon)
  held.abort()
  await held.responses
  // Two may be of fetch, which keeps what it has asked with.
  await probeUntil(daemon, ({ sockets }) => sockets <= 2)
  const after = await probe(daemon)
  return { refused, during, after }
}
