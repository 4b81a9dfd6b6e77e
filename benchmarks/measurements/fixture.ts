// The cost of one server per test: its import, and start, add, one GET, close.
import { join } from 'node:path'
import { runChild } from '../harness/child.ts'
import { benchmarks } from '../harness/machine.ts'
import { eachTime, type Figures, type Measurement } from '../harness/measurement.ts'

const socketNames = ['node:http', 'createMockServer']
const socketPeers = ['mockttp, start(0)', 'mockttp, start()', 'json-server']
const ourImports = ['node:http', '@mock-endpoint/server', '@mock-endpoint/core + /memory']
const peerImports = ['mockttp', 'msw/node', 'nock', 'json-server']
const inProcess = ['core, app.request', 'createMockServer, mock.fetch']
const fetches = ['mock.fetch, GET', 'mock.fetch, POST']
const [importing, byFetch, byHttp] = ['import', 'cycle by fetch', 'cycle by node:http']

function runProgram(name: string, args: readonly (string | number)[]): Promise<Figures> {
  return runChild(join(benchmarks, 'dist', `${name}.js`), args, 'all')
}

async function cyclesOf(name: string, measured: number): Promise<Figures> {
  // start() takes longer with each cycle, so there are only about as many as in a test file.
  const count = name.startsWith('mockttp, start()') ? Math.min(60, measured) : measured
  return runProgram('cycle', [name, Math.ceil(measured / 10), count])
}

export const fixture: Measurement = {
  title: 'In tests',
  legend: `An import is that of a fresh process; a cycle is start, add one endpoint, one GET, close, in a
warm one. A round is one import, or the median of its cycles. cpu is the processor time of one.`,
  needsPeers: true,
  async parts({ isShort, say }) {
    const rounds = isShort ? 1 : 5
    const cycles = isShort ? 50 : 300
    const part = (title: string, names: readonly string[], suffix = '', count = cycles) => {
      const measure = (name: string) => cyclesOf(`${name}${suffix}`, count)
      return { title, rounds, contenders: eachTime(names, measure) }
    }
    const more = (peers: readonly string[]) => (isShort ? [] : peers)
    const imported = [...ourImports, ...more(peerImports)]
    // Reads the files from the disk once, before anything is measured.
    for (const name of imported) {
      say(`importing ${name}`)
      await runProgram('import', [name])
    }
    return [
      {
        title: importing,
        rounds: isShort ? 1 : 9,
        contenders: eachTime(imported, (name) => runProgram('import', [name])),
      },
      part(byFetch, [...socketNames, ...more(socketPeers)], ', by fetch'),
      part(byHttp, socketNames, ', by node:http'),
      part('cycle in process', [...inProcess, ...more(['msw', 'nock'])]),
      part('request in process', fetches, '', 10 * cycles),
    ]
  },
  targets: [
    ...[byFetch, byHttp].map((table) => {
      return { table, figure: 'ms', of: 'createMockServer', to: 'node:http', atMost: 1.5 }
    }),
    ...['mockttp, start(0)', 'mockttp, start()'].map((to) => {
      return { table: byFetch, figure: 'ms', of: 'createMockServer', to, atMost: 1 / 3 }
    }),
    { table: importing, figure: 'ms', of: '@mock-endpoint/server', to: 'mockttp', atMost: 1 / 4 },
    ...['ms', 'cpu, ms'].map((figure) => {
      const [to, of] = fetches as [string, string]
      return { table: 'request in process', figure, of, to, atMost: 2 }
    }),
  ],
}
