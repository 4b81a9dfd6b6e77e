// What the journal costs: throughput of a cached endpoint with it and without, and its memory when
// it is full. Wrong answers and memory fail the run; times fail nothing.
import autocannon from 'autocannon'
import { memoryOf, processorTimeOf, startPinnedDaemon } from './lib/daemon.mjs'
import { driver, measureThroughput } from './lib/load.mjs'
import { describeMachine, machineLine } from './lib/machine.mjs'
import { endProgress, progress } from './lib/progress.mjs'
import { writeResults } from './lib/results.mjs'
import { measureInRounds, ratioOf } from './lib/rounds.mjs'
import { markdownTable, textTable } from './lib/table.mjs'
import { target } from './lib/targets.mjs'

const connections = 32
const rounds = 9
const seconds = 2
const text = '{"hello":"world"}'
const kinds = { 'journal on': [], 'journal off': ['--journal-requests', '0'] }

const fill = { requests: 200_000, bodyBytes: 20_000, most: 32 }

export async function run() {
  const figures = await measureInRounds({
    contenders: Object.keys(kinds),
    rounds,
    measure: readCached,
    onRound: (round) => progress(`reading: round ${round} of ${rounds}`),
  })
  const throughput = (kind) => figures[kind].perSecond
  const ratio = ratioOf(throughput('journal on'), throughput('journal off'))
  const memory = await compareMemory()
  endProgress()

  const header = [`GET of a cached endpoint by ${driver}, 1/s`, 'median', 'lowest', 'highest']
  const rows = Object.keys(kinds).map((kind) => [kind, ...cells(throughput(kind), 0)])
  rows.push(['on / off', ...cells(ratio, 2)])
  for (const kind of Object.keys(kinds)) {
    rows.push([`${kind}, processor time of one, µs`, ...cells(figures[kind].processor, 1)])
  }
  const memoryRows = Object.entries(memory).map(([kind, value]) => [kind, value.toFixed(1)])
  const grown = memory['journal on'] - memory['journal off']
  memoryRows.push(['difference', grown.toFixed(1)])
  const memoryHeader = [
    `resident after ${fill.requests} requests of ${fill.bodyBytes} bytes, MB`,
    '',
  ]
  process.stdout.write(`${textTable(header, rows)}\n\n${textTable(memoryHeader, memoryRows)}\n`)
  const share = ratio.median
  const memoryLimit = `at most ${fill.most} MB`
  const targets = [
    target('cached GET, journal on / off', 'at least 0.85', share.toFixed(2), share >= 0.85),
    target('memory of a full journal', memoryLimit, `${grown.toFixed(1)} MB`, grown <= fill.most),
  ]
  const machine = describeMachine()
  const markdown = `# Journal\n\n${machineLine(machine)}.\n\n${markdownTable(header, rows)}\n\n${markdownTable(memoryHeader, memoryRows)}`
  writeResults('journal', { json: { machine, figures, ratio, memory }, markdown })
  if (grown > fill.most) throw new Error(`A full journal took more than ${fill.most} MB.`)
  return targets
}

async function readCached(kind) {
  return withEndpoint(kind, async ({ url, pid }) => {
    const load = { url, connections, expected: text }
    await measureThroughput({ ...load, seconds: 1 })
    const before = await processorTimeOf(pid)
    const { perSecond, total } = await measureThroughput({ ...load, seconds })
    const processor = (1000 * ((await processorTimeOf(pid)) - before)) / total
    return { perSecond, processor }
  })
}

/** The same load on both, as sockets and buffers take memory too. */
async function compareMemory() {
  const memory = {}
  for (const kind of Object.keys(kinds)) {
    progress(`filling: ${kind}`)
    memory[kind] = await withEndpoint(kind, async ({ url, pid }) => {
      const body = 'x'.repeat(fill.bodyBytes)
      await autocannon({ url, connections, amount: fill.requests, method: 'POST', body })
      return (await memoryOf(pid)).now
    })
  }
  return memory
}

async function withEndpoint(kind, use) {
  const daemon = await startPinnedDaemon('--memory', ...kinds[kind])
  try {
    const body = `{"name":"hello","data":${text}}`
    await fetch(`${daemon.url}/api/endpoint/add`, { method: 'PUT', body })
    return await use({ url: `${daemon.url}/endpoint/hello`, pid: daemon.pid })
  } finally {
    await daemon.stop()
  }
}

function cells({ median, lowest, highest }, digits) {
  return [median, lowest, highest].map((value) => value.toFixed(digits))
}
