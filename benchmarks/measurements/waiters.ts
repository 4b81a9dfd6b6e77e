// The cost of recording a request while clients wait for requests to the same endpoint, or to
// another one.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { runChild } from '../harness/child.ts'
import { benchmarks } from '../harness/machine.ts'
import type { Contenders, Figures, Measurement } from '../harness/measurement.ts'
import { ask } from '../load/ask.ts'
import { startOurs } from '../servers/ours.ts'
import { cpuOf } from '../servers/usage.ts'
import { whileWaiting } from './waits.ts'

/** Long enough for all waits to arrive, in milliseconds. */
const pause = 200
/** Requests in a batch. Far fewer than a wait asks for, so that none ends. */
const batch = 300
const data = '{}'
const none = 'no waits'
const kinds: Record<string, readonly [waits: number, endpoint: string]> = {
  [none]: [0, 'hello'],
  '16 on the same': [16, 'hello'],
  '64 on the same': [64, 'hello'],
  '16 on another': [16, 'other'],
  '64 on another': [64, 'other'],
}

async function overHttp(waits: number, endpoint: string, batches: number): Promise<Figures> {
  const server = await startOurs(['--memory'], { hello: data, other: data })
  const api = `${server.url}/api/request`
  const url = `${server.url}/endpoint/hello`
  const asked = { url, connections: 8, amount: batch, expectBody: data }
  try {
    // Fills the journal, and lets the code be compiled, before measuring.
    await autocannon({ ...asked, amount: 5000 })
    let cpu = 0
    for (let i = 0; i < batches; i++) {
      const { next } = JSON.parse((await ask(`${api}?limit=1000`)).text)
      const poll = `${api}?endpoint=${endpoint}&after=${next}&count=1000&wait=600000`
      await whileWaiting(
        waits,
        (signal) => fetch(poll, { signal }),
        async () => {
          await sleep(pause)
          const before = cpuOf(server.pid)
          const { errors, mismatches, non2xx } = await autocannon(asked)
          cpu += cpuOf(server.pid) - before
          if (errors + mismatches + non2xx > 0) throw new Error('Not every response was right.')
        },
      )
    }
    return { 'cpu, µs': (1000 * cpu) / (batch * batches) }
  } finally {
    await server.stop()
  }
}

const ways = { journal: 'the journal alone', mock: 'mock.fetch', http: 'over HTTP' }

export const waiters: Measurement = {
  title: 'Recording while others wait',
  legend: 'Processor time of one request. The journal is full.',
  parts({ isShort }) {
    const recording = join(benchmarks, 'dist', 'recording.js')
    const contenders: Contenders = Object.fromEntries(
      Object.entries(kinds).map(([name, [waits, endpoint]]) => [
        name,
        async () => ({
          measure: (way) =>
            way === ways.http
              ? overHttp(waits, endpoint, isShort ? 2 : 40)
              : runChild<Figures>(
                  recording,
                  [way === ways.mock ? 'mock' : 'journal', waits, endpoint, isShort ? 1 : 40],
                  'servers',
                ),
        }),
      ]),
    )
    return [{ title: 'request', contenders, loads: Object.values(ways), rounds: isShort ? 1 : 3 }]
  },
  targets: Object.values(ways).flatMap((way) =>
    ['64 on the same', '64 on another'].map((of) => {
      return { table: `request, ${way}`, figure: 'cpu, µs', of, to: none, atMost: 3 }
    }),
  ),
}
