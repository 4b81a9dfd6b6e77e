// What the journal costs: reads of a cached endpoint with it and without, and its memory when full.
import autocannon from 'autocannon'
import { eachTime, type Measurement } from '../harness/measurement.ts'
import { driver, underLoad } from '../load/http-load.ts'
import { bodies } from '../programs/bodies.mjs'
import { startOurs } from '../servers/ours.ts'
import { memoryOf } from '../servers/usage.ts'

const kinds = { 'journal on': [], 'journal off': ['--journal-requests', '0'] }
const [on, off] = ['journal on', 'journal off'] as const
const { small = '' } = bodies
const path = '/endpoint/small'

/** The same load on both, as sockets and buffers take memory too. */
async function fill(kind: string, amount: number) {
  const server = await startOurs(['--memory', ...kinds[kind as keyof typeof kinds]], { small })
  try {
    const body = 'x'.repeat(20_000)
    const url = `${server.url}${path}`
    await autocannon({ url, connections: 32, amount, method: 'POST', body, expectBody: small })
    return { 'resident MB': memoryOf(server.pid).now }
  } finally {
    await server.stop()
  }
}

export const journal: Measurement = {
  title: 'The journal',
  legend: `${driver}, 32 connections. Its memory is that of 200,000 requests of 20,000 bytes.`,
  parts({ isShort }) {
    const spell = { seconds: isShort ? 1 : 2 }
    const loads = { '': { path, expected: () => small } }
    const start = (args: readonly string[]) => () =>
      underLoad(() => startOurs(['--memory', ...args], { small }), loads, spell)
    return [
      {
        title: 'GET',
        contenders: { [on]: start(kinds[on]), [off]: start(kinds[off]) },
        rounds: isShort ? 1 : 3,
        generations: isShort ? 1 : 3,
      },
      {
        title: 'memory',
        contenders: eachTime([on, off], (kind) => fill(kind, isShort ? 20_000 : 200_000)),
        rounds: 1,
      },
    ]
  },
  targets: [
    { table: 'GET', figure: '1/s', of: on, to: off, atLeast: 0.85 },
    {
      table: 'memory',
      figure: 'resident MB',
      of: on,
      to: off,
      take: 'difference',
      atMost: 32,
      isHard: true,
    },
  ],
}
