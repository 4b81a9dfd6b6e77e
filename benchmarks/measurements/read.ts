// GET of a cached endpoint, compared with bare node:http, which is about the best that this runtime
// can do, and with other mock servers and frameworks.
import { type Contenders, type Measurement, shareOf } from '../harness/measurement.ts'
import { driver, type Load, underLoad } from '../load/http-load.ts'
import { bodies } from '../programs/bodies.mjs'
import { frameworks, mockServers, pathAt, responseOf, startOther } from '../servers/others.ts'
import { bare, bareProgram, journalOff, ours, startOurs } from '../servers/ours.ts'
import { startServer } from '../servers/server.ts'

const names = { '17 B': 'small', '1 kB': 'medium', '100 kB': 'large' }
const loads = Object.keys(names)
const [near, far] = ['GET', 'GET, beside others']

function loadsOn(contender: string): Record<string, Load> {
  return Object.fromEntries(
    Object.entries(names).map(([size, name]) => {
      const expected = responseOf(contender, bodies[name] ?? '')
      return [size, { path: pathAt(contender, `/endpoint/${name}`), expected: () => expected }]
    }),
  )
}

export const read: Measurement = {
  title: 'Reading a cached endpoint',
  legend: `${driver}, 32 connections. cpu is the processor time that the server takes for one
request; MB is what is resident without mapped files.`,
  needsPeers: true,
  parts({ isShort, folder }) {
    const start = (name: string) => () => startOther(name, folder)
    const spell = { seconds: isShort ? 1 : 2 }
    const plain: Contenders = {
      [ours]: () => underLoad(() => startOurs(['--memory'], bodies), loadsOn(ours), spell),
      [journalOff]: () =>
        underLoad(
          () => startOurs(['--memory', '--journal-requests', '0'], bodies),
          loadsOn(ours),
          spell,
        ),
      [bare]: () => underLoad(() => startServer(bareProgram('read')), loadsOn(bare), spell),
    }
    const part = { title: near, contenders: plain, loads }
    if (isShort) return [{ ...part, rounds: 2 }]
    const others = [...frameworks, ...mockServers].map((name) => {
      // A second of load is not enough to warm up WireMock, which runs on Java.
      const slowly = { ...spell, warmUp: name === 'WireMock' ? 4 : 1 }
      return [name, () => underLoad(start(name), loadsOn(name), slowly)] as const
    })
    // Includes ours, so that ratios compare measurements close in time.
    const contenders = { [ours]: plain[ours], ...Object.fromEntries(others) } as Contenders
    return [
      { ...part, rounds: 3, generations: 3 },
      { title: far, contenders, loads, rounds: 3 },
    ]
  },
  targets: [
    ...shareOf(`${near}, 17 B`, journalOff, bare, 0.95),
    ...shareOf(`${near}, 17 B`, ours, bare, 0.85),
    { table: `${near}, 17 B`, figure: '1/s', of: ours, to: journalOff, atLeast: 0.85 },
    ...shareOf(`${near}, 1 kB`, journalOff, bare),
    ...shareOf(`${near}, 1 kB`, ours, bare),
    ...shareOf(`${near}, 100 kB`, journalOff, bare, 0.9),
    ...shareOf(`${near}, 100 kB`, ours, bare, 0.9),
    { table: `${far}, 17 B`, figure: '1/s', of: ours, to: mockServers, atLeast: 4 },
  ],
  chart: {
    title: 'Answers a second: a cached endpoint of 17 bytes, 32 connections',
    tables: [`${far}, 17 B`, `${near}, 17 B`],
    figure: '1/s',
  },
}
