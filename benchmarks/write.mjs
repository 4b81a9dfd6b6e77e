// Acknowledged adds to a folder on disk: what sharing a sync brings, and what a sync costs. An add
// that is not there afterwards fails the run; times fail nothing.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { barChart } from './lib/chart.mjs'
import { describeMachine, machineLine } from './lib/machine.mjs'
import { installPeers } from './lib/peers.mjs'
import { pinning } from './lib/pinning.mjs'
import { endProgress, progress } from './lib/progress.mjs'
import { writeResults } from './lib/results.mjs'
import { measureInRounds, ratioOf } from './lib/rounds.mjs'
import { withScratch } from './lib/scratch.mjs'
import { markdownTable, textTable } from './lib/table.mjs'
import { target } from './lib/targets.mjs'
import { contenders, oneByOne, ours, unsynced } from './write/contenders.mjs'

const image = join(import.meta.dirname, '..', 'docs', 'images', 'write.svg')
const counts = [1, 8, 64, 256]
const goals = [
  { other: oneByOne, atLeast: 4 },
  { other: unsynced, atLeast: 0.7 },
]

export async function run({ isShort = false } = {}) {
  const [rounds, milliseconds] = isShort ? [1, 300] : [3, 1500]
  installPeers()
  const figures = {}
  for (const clients of counts) {
    figures[clients] = await measureInRounds({
      contenders: Object.keys(contenders),
      rounds,
      measure: (name) =>
        withScratch((folder) => contenders[name]({ folder, clients, milliseconds })),
      onRound: (round) => progress(`${clients} clients: round ${round} of ${rounds}`),
    })
  }
  endProgress()
  const machine = describeMachine()
  const rows = counts.flatMap((clients) => rowsOf(clients, figures[clients]))
  process.stdout.write(`${textTable(header, rows)}\n`)
  const markdown = `# Adds\n\n${machineLine(machine)}.\n\n${legend}\n\n${markdownTable(header, rows)}`
  writeResults('write', { json: { machine, figures }, markdown })
  if (!isShort) writeFileSync(image, chartOf(figures, machine))
  return goals.map((goal) => judge(goal, figures[64]))
}

const header = ['adds', 'clients', '1/s', 'lowest', 'highest', 'p50, ms', 'p99, ms', 'cpu, µs']

const legend = `Each client has one add under way on a connection of its own; ${pinning}. Medians of
the rounds; cpu is the processor time of the server for one add. Unsynced is the same daemon whose
LevelDB does not sync; with a sync an add, its store has one put at a time. LevelDB alone has synced
puts without HTTP. json-server writes its file whole, and syncs nothing. Every add is read back from
the disk.`

function rowsOf(clients, figures) {
  return Object.entries(figures).map(([name, { perSecond, p50, p99, processor }]) => [
    name,
    String(clients),
    ...[perSecond.median, perSecond.lowest, perSecond.highest].map((value) => value.toFixed(0)),
    p50.median.toFixed(2),
    p99.median.toFixed(2),
    processor.median.toFixed(0),
  ])
}

function judge({ other, atLeast }, figures) {
  const { median } = ratioOf(figures[ours].perSecond, figures[other].perSecond)
  const name = `durable adds at 64 clients / ${other}`
  return target(name, `at least ${atLeast}`, median.toFixed(2), median >= atLeast)
}

function chartOf(figures, machine) {
  const bars = counts.flatMap((clients) =>
    Object.entries(figures[clients]).map(([label, { perSecond }]) => ({
      group: clients === 1 ? '1 client' : `${clients} clients`,
      label,
      value: perSecond.median,
      ours: label === ours,
    })),
  )
  return barChart({ title: 'Acknowledged adds a second', note: machineLine(machine), bars })
}
