// Reads of an endpoint with rules, compared with the same endpoint without any.
import { type Measurement, shareOf } from '../harness/measurement.ts'
import { ask } from '../load/ask.ts'
import { driver, underLoad } from '../load/http-load.ts'
import { bodies } from '../programs/bodies.mjs'
import { ours, startOurs } from '../servers/ours.ts'
import type { Server } from '../servers/server.ts'

const path = '/endpoint/small'
const { small = '' } = bodies
const loads = { 'GET 17 B': { path, expected: () => small } }

const byMethod = 'one rule, by method'
const ofHundred = 'a hundred rules, of which the last matches'

/** Has the data and status of the default response, so that only the work differs. */
const matching = { when: { method: 'GET' }, response: { headers: { 'x-rule': '1' } } }
/** The newest rule is tried first, so `matching` is tried last. */
const hundred = [
  matching,
  ...Array.from({ length: 99 }, (_, i) => ({
    when: { path: `/v1/customers/:id/${i}`, query: { page: '1' } },
    response: { statusCode: 503 },
  })),
]

async function startWith(rules: readonly object[]): Promise<Server> {
  const server = await startOurs(['--memory'], { small })
  for (const rule of rules) {
    const body = JSON.stringify({ endpoint: 'small', ...rule })
    await ask(`${server.url}/api/rule/add`, 'PUT', body)
  }
  return server
}

export const rules: Measurement = {
  title: 'Rules',
  legend: `${driver}, 32 connections; the journal is on. Reads of 17 bytes.`,
  parts({ isShort }) {
    const spell = { seconds: isShort ? 1 : 2, warmUp: 3 }
    const contender = (given: readonly object[]) => () =>
      underLoad(() => startWith(given), loads, spell)
    return [
      {
        title: 'rules',
        contenders: {
          [ours]: contender([]),
          [byMethod]: contender([matching]),
          [ofHundred]: contender(hundred),
        },
        loads: Object.keys(loads),
        rounds: isShort ? 1 : 3,
        generations: isShort ? 1 : 3,
      },
    ]
  },
  targets: [
    ...shareOf('rules, GET 17 B', byMethod, ours, 0.7),
    ...shareOf('rules, GET 17 B', ofHundred, ours, 0.3),
  ],
}
