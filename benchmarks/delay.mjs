// 10,000 answers that are delayed at once: how late they come, beside those of bare node:http, and
// the memory that each takes. Wrong answers fail the run; times fail nothing.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { delays, text } from './delay/answer.mjs'
import { memoryOf, startPinnedDaemon } from './lib/daemon.mjs'
import { describeMachine, machineLine } from './lib/machine.mjs'
import { asLoad, asServer, pinning } from './lib/pinning.mjs'
import { startProcess } from './lib/process.mjs'
import { endProgress, progress } from './lib/progress.mjs'
import { writeResults } from './lib/results.mjs'
import { measureInRounds, runCommand } from './lib/rounds.mjs'
import { markdownTable, textTable } from './lib/table.mjs'
import { target, targetHeader, targetRows } from './lib/targets.mjs'

/** The limit of the daemon. */
const count = 10_000
const rounds = 5
const mostLate = 15
const contenders = ['mock-endpoint', 'bare node:http']
const folder = join(import.meta.dirname, 'delay')

export async function run({ isShort = false } = {}) {
  checkLimit()
  const total = isShort ? 1 : rounds
  const figures = await measureInRounds({
    contenders,
    rounds: total,
    measure,
    onRound: (round) => progress(`delaying ${count}: round ${round} of ${total}`),
  })
  endProgress()

  const ours = figures['mock-endpoint']
  const earliest = Math.min(
    ...['burst', 'ramp', 'short'].map((kind) => ours[`${kind} earliest`].lowest),
  )
  const late = ours['ramp p99'].median
  const targets = [
    target(
      `delay, ${count} at once: the earliest`,
      'never early',
      describeEarliest(earliest),
      earliest >= 0,
    ),
    target(
      `delay, ${count} at once: p99`,
      `${mostLate} ms late`,
      `${late.toFixed(1)} ms late`,
      late <= mostLate,
    ),
  ]
  const header = [
    `${count} delayed at once`,
    ...contenders.flatMap((name) => [name, 'lowest', 'highest']),
  ]
  const rows = Object.keys(ours).map((name) => [
    name === 'memory' ? 'memory of each, kB' : `${name}, ms late`,
    ...contenders.flatMap((contender) => spread(figures[contender][name])),
  ])
  const tables = [
    { header, rows },
    { header: targetHeader, rows: targetRows(targets) },
  ]
  for (const table of tables) process.stdout.write(`${textTable(table.header, table.rows)}\n\n`)
  const machine = describeMachine()
  const markdown = [
    `# Delays\n\n${machineLine(machine)}; ${pinning}.\n\n${legend}`,
    ...tables.map((table) => markdownTable(table.header, table.rows)),
  ]
  writeResults('delay', { json: { machine, figures, targets }, markdown: markdown.join('\n\n') })
  return targets
}

const legend = `All are pending at the same time. Burst: asked for in one moment, so the time that the
server takes to read ${count} requests counts as lateness. Ramp: asked for within a second. Short: with
a short delay while the others are pending. From the request's write to the answer's first byte, less
the delay; what the driver itself takes is in the figures of both. Medians of the rounds, with the
lowest and the highest. Memory is the rise of the resident memory, connections included.`

/** The driver and each server have a connection, that is a file, for each answer. */
function checkLimit() {
  const { stdout, error } = spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' })
  const limit = Number(error ? Number.NaN : stdout)
  if (limit < count + 100) {
    throw new Error(`${count} connections need that many open files; \`ulimit -Hn\` says ${limit}.`)
  }
}

async function measure(contender) {
  const server = await (contender === 'mock-endpoint' ? startOurs() : startBare())
  try {
    const before = await memoryOf(server.pid)
    const script = [join(folder, 'driver.mjs'), new URL(server.url).port, String(count)]
    const found = await runCommand(...asLoad(process.execPath, ...script))
    const lateness = Object.entries(found).flatMap(([kind, figures]) =>
      Object.entries(figures).map(([name, value]) => [`${kind} ${name}`, value]),
    )
    const { peak } = await memoryOf(server.pid)
    return { ...Object.fromEntries(lateness), memory: (1000 * (peak - before.now)) / count }
  } finally {
    await server.stop()
  }
}

async function startOurs() {
  // So that no connection is given up between two spells.
  const daemon = await startPinnedDaemon('--memory', '--behind-proxy')
  for (const [path, delay] of Object.entries(delays)) {
    const name = path.slice('/endpoint/'.length)
    const body = `{"name":"${name}","data":${text},"delay":${delay}}`
    await fetch(`${daemon.url}/api/endpoint/add`, { method: 'PUT', body })
  }
  return daemon
}

function startBare() {
  const command = asServer(process.execPath, join(folder, 'bare.mjs'))
  return startProcess(...command, { address: /^Address (\S+)/ })
}

function describeEarliest(earliest) {
  return earliest < 0 ? `${(-earliest).toFixed(1)} ms early` : `${earliest.toFixed(1)} ms late`
}

function spread({ median, lowest, highest }) {
  return [median, lowest, highest].map((value) => value.toFixed(1))
}
