// How much a million stored endpoints cost against few: time to ready, memory, random reads. Wrong
// answers and memory fail the run; times, which depend on how busy the machine is, fail nothing.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryOf, startDaemon, startPinnedDaemon } from './lib/daemon.mjs'
import { driver } from './lib/load.mjs'
import { describeMachine, machineLine } from './lib/machine.mjs'
import { endProgress, progress } from './lib/progress.mjs'
import { writeResults } from './lib/results.mjs'
import { measureInRounds, ratioOf } from './lib/rounds.mjs'
import { summarize } from './lib/stats.mjs'
import { markdownTable, textTable } from './lib/table.mjs'
import { target, targetHeader, targetRows } from './lib/targets.mjs'
import { fill } from './scale/endpoints.mjs'
import { readRandomly } from './scale/reads.mjs'

const million = 1_000_000
const most = 300
const shapes = ['uniform', 'Zipf']
/** Seconds of reads before it counts: what is asked for is in the cache by then. */
const full = {
  totals: [0, 1, 1000, 100_000, million],
  starts: 9,
  warmUp: 20,
  rounds: 5,
  seconds: 2,
}
/** What fails is found in it too: the memory is that of many random reads. */
const short = { totals: [0, million], starts: 5, warmUp: 1, rounds: 2, seconds: 8 }

/** `short` is for a machine that has other things to do. */
export async function run({ isShort = false } = {}) {
  const plan = isShort ? short : full
  const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-scale-'))
  const folderOf = (total) => join(folder, String(total))
  try {
    for (const total of plan.totals) {
      const say = (stored) => progress(`storing ${stored} of ${total}`)
      await fill(folderOf(total), total, say)
    }
    const ready = await compareStarts(plan, folderOf)
    const reads = await readAll(plan, folderOf)
    endProgress()
    return report(ready, reads)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** From spawning the process to the line that says where it listens. */
async function compareStarts({ totals, starts }, folderOf) {
  const figures = await measureInRounds({
    contenders: totals.map(String),
    rounds: starts,
    async measure(total) {
      const start = performance.now()
      const daemon = await startDaemon('--data-dir', folderOf(total))
      const ready = performance.now() - start
      const { endpoints } = await (await fetch(`${daemon.url}/api/health`)).json()
      await daemon.stop()
      if (endpoints !== Number(total)) throw new Error(`${endpoints} are stored, not ${total}.`)
      return { ready }
    },
    onRound: (round) => progress(`starting: round ${round} of ${starts}`),
  })
  return Object.fromEntries(
    Object.entries(figures).map(([total, { ready: time }]) => [total, time]),
  )
}

/** A daemon for each total and shape, as its cache holds what was asked for; all stay. */
async function readAll({ totals, warmUp, rounds, seconds }, folderOf) {
  const filled = totals.filter((total) => total > 0)
  const contenders = filled.flatMap((total) => shapes.map((shape) => `${total} ${shape}`))
  const daemons = {}
  const memory = {}
  async function read(contender, seconds) {
    const [total, shape] = contender.split(' ')
    const load = { ...daemons[contender], total: Number(total), shape, seconds }
    const { own, ...figures } = await readRandomly(load)
    const { peak } = await memoryOf(daemons[contender].pid)
    const before = memory[total] ?? { peak: 0, own: 0 }
    memory[total] = { peak: Math.max(peak, before.peak), own: Math.max(own, before.own) }
    return figures
  }
  try {
    for (const contender of contenders) {
      const folder = folderOf(contender.replace(' ', '-'))
      await cp(folderOf(contender.split(' ')[0]), folder, { recursive: true })
      daemons[contender] = await startPinnedDaemon('--data-dir', folder)
      progress(`reading for the first time: ${contender}`)
      await read(contender, warmUp)
    }
    const figures = await measureInRounds({
      contenders,
      rounds,
      measure: (contender) => read(contender, seconds),
      onRound: (round) => progress(`reading: round ${round} of ${rounds}`),
    })
    return { figures, memory }
  } finally {
    await Promise.all(Object.values(daemons).map((daemon) => daemon.stop()))
  }
}

function report(ready, { figures, memory }) {
  const differences = ready[million].values.map((value, round) => value - ready[0].values[round])
  const difference = summarize(differences).median
  const { peak } = memory[million]
  const zipf = (total) => figures[`${total} Zipf`]?.perSecond
  const share = zipf(1) && ratioOf(zipf(million), zipf(1)).median
  const targets = [
    ...(share === undefined ? [] : [shareTarget(share)]),
    target(
      'ready with a million, against none',
      'within 100 ms',
      `${difference.toFixed(0)} ms`,
      difference <= 100,
    ),
    target(
      'resident memory with a million, under load',
      `under ${most} MB`,
      `${peak.toFixed(0)} MB`,
      peak < most,
    ),
  ]
  const tables = [
    { header: ['stored: ready, ms', 'median', 'lowest', 'highest'], rows: toRows(ready) },
    readTable(figures),
    memoryTable(memory),
    { header: targetHeader, rows: targetRows(targets) },
  ]
  for (const { header, rows } of tables) process.stdout.write(`${textTable(header, rows)}\n\n`)
  const machine = describeMachine()
  const title = `# Many endpoints\n\n${machineLine(machine)}; ${driver}, 32 connections.`
  const markdown = [title, ...tables.map(({ header, rows }) => markdownTable(header, rows))]
  const json = { machine, ready, figures, memory, targets }
  writeResults('scale', { json, markdown: markdown.join('\n\n') })
  const wrong = Object.values(figures).flatMap((figure) => figure.wrong.values)
  if (wrong.some((count) => count > 0)) throw new Error('The daemon answered wrongly.')
  // Memory does not depend on how busy the machine is.
  if (peak >= most) throw new Error(`The daemon took ${peak.toFixed(0)} MB, not under ${most}.`)
  return targets
}

function shareTarget(share) {
  const measured = `${(100 * share).toFixed(0)} %`
  return target('reads of a million, Zipf, of those of one', '80 %', measured, share >= 0.8)
}

function readTable(figures) {
  const header = ['stored: reads a second', 'median', 'lowest', 'highest', 'compared', 'wrong']
  const rows = Object.entries(figures).map(([name, { perSecond, compared, wrong }]) => {
    const counts = [compared, wrong].map(({ values }) => values.reduce((sum, value) => sum + value))
    return [name, ...spread(perSecond), ...counts.map(String)]
  })
  return { header, rows }
}

function memoryTable(memory) {
  const header = ['stored: most memory, MB', 'resident', 'without mapped files']
  const rows = Object.entries(memory).map(([total, { peak, own }]) => [
    total,
    ...[peak, own].map((mb) => mb.toFixed(0)),
  ])
  return { header, rows }
}

function toRows(figures) {
  return Object.entries(figures).map(([name, figure]) => [name, ...spread(figure)])
}

function spread({ median, lowest, highest }) {
  return [median, lowest, highest].map((value) => value.toFixed(0))
}
