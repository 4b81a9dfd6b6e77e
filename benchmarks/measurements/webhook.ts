// Requests with bodies, which the journal keeps, against bare node:http that reads the whole body.
import { type Measurement, shareOf } from '../harness/measurement.ts'
import { driver, underLoad } from '../load/http-load.ts'
import { bodies } from '../programs/bodies.mjs'
import { bare, bareProgram, ours, startOurs } from '../servers/ours.ts'
import { startServer } from '../servers/server.ts'

const sizes = { '100 B': 100, '10 kB': 10_000, '1 MB': 1_000_000 }
const wanted = { '100 B': 0.75, '10 kB': 0.8, '1 MB': 0.9 }
const path = '/endpoint/small'
const { small = '' } = bodies

const loads = Object.fromEntries(
  Object.entries(sizes).flatMap(([size, length]) =>
    (['POST', 'PUT'] as const).map((method) => {
      const body = `"${'x'.repeat(length - 2)}"`
      return [`${method} ${size}`, { method, path, body, expected: () => small }]
    }),
  ),
)

export const webhook: Measurement = {
  title: 'Requests with bodies',
  legend: `${driver}, 32 connections; the journal is on. The response has 17 bytes.`,
  parts({ isShort }) {
    const spell = { seconds: isShort ? 1 : 2, warmUp: 6 }
    return [
      {
        title: 'webhook',
        contenders: {
          [ours]: () => underLoad(() => startOurs(['--memory'], { small }), loads, spell),
          [bare]: () => underLoad(() => startServer(bareProgram('webhook')), loads, spell),
        },
        loads: Object.keys(loads),
        rounds: isShort ? 1 : 3,
        generations: isShort ? 1 : 3,
      },
    ]
  },
  targets: Object.entries(wanted).flatMap(([size, atLeast]) =>
    ['POST', 'PUT'].flatMap((method) => shareOf(`webhook, ${method} ${size}`, ours, bare, atLeast)),
  ),
}
