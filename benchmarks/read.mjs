// GET of a cached endpoint: ours against bare node:http, which is about what this runtime can do,
// and against other mock servers and frameworks. Wrong answers fail the run; times fail nothing.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { barChart } from './lib/chart.mjs'
import { driver } from './lib/load.mjs'
import { describeMachine, machineLine } from './lib/machine.mjs'
import { installPeers } from './lib/peers.mjs'
import { pinning } from './lib/pinning.mjs'
import { endProgress, progress } from './lib/progress.mjs'
import { writeResults } from './lib/results.mjs'
import { ratioOf } from './lib/rounds.mjs'
import { markdownTable, textTable } from './lib/table.mjs'
import { target, targetHeader, targetRows } from './lib/targets.mjs'
import { bare, frameworks, journalOff, journalOn, mockServers } from './read/contenders.mjs'
import { measurePlan, summarizeAll } from './read/rounds.mjs'

const image = join(import.meta.dirname, '..', 'docs', 'images', 'read.svg')
/** Fresh processes each time, as one may be compiled more luckily than the next. */
const generations = 3
const others = { medium: { rounds: 1, seconds: 1 }, large: { rounds: 1, seconds: 1 } }
const near = {
  contenders: [journalOn, journalOff, bare],
  bodies: { small: { rounds: 3, seconds: 2 }, ...others },
}
/** One of ours among them, for ratios of neighbours. */
const far = {
  contenders: [journalOn, ...frameworks, ...mockServers],
  bodies: { small: { rounds: 3, seconds: 2 }, ...others },
}
const sizes = { small: '17 B', medium: '1 kB', large: '100 kB' }

export async function run() {
  installPeers()
  const found = []
  for (let generation = 1; generation <= generations; generation++) {
    const say = (text) => progress(`ours and bare, ${generation} of ${generations}: ${text}`)
    found.push(await measurePlan(near, say))
  }
  const toBare = summarizeAll(found)
  const toOthers = summarizeAll([await measurePlan(far, (text) => progress(`others: ${text}`))])
  endProgress()

  const ratios = compareToBare(toBare)
  const targets = targetsOf(toBare, toOthers)
  const tables = [
    ...Object.keys(sizes).map((body) => tableOf(body, { ...toOthers, ...toBare })),
    processTable({ ...toOthers, ...toBare }),
    { header: ['ratio to bare node:http', 'median', 'lowest', 'highest'], rows: ratios },
    { header: targetHeader, rows: targetRows(targets) },
  ]
  for (const { header, rows } of tables) process.stdout.write(`${textTable(header, rows)}\n\n`)
  const machine = describeMachine()
  const markdown = [
    `# Reading a cached endpoint\n\n${machineLine(machine)}; ${driver}, 32 connections, ${pinning}.`,
    ...tables.map(({ header, rows }) => markdownTable(header, rows)),
  ]
  writeResults('read', {
    json: { machine, toBare, toOthers, targets },
    markdown: markdown.join('\n\n'),
  })
  writeFileSync(image, chartOf({ ...toOthers, ...toBare }, machine))
  return targets
}

function compareToBare(figures) {
  return [journalOn, journalOff].flatMap((ours) =>
    Object.entries(sizes).flatMap(([body, size]) => {
      const [one, other] = [ours, bare].map((name) => figures[`${name}, ${body}`])
      const rate = ratioOf(one.perSecond, other.perSecond)
      const cost = ratioOf(one.processor, other.processor)
      return [
        [`${ours}, ${size}: answers a second`, ...spread(rate, 2)],
        [`${ours}, ${size}: processor time of one`, ...spread(cost, 2)],
      ]
    }),
  )
}

function targetsOf(toBare, toOthers) {
  const rate = (figures, name) => figures[`${name}, small`].perSecond
  const ofBare = (name) => ratioOf(rate(toBare, name), rate(toBare, bare)).median
  const fastest = mockServers.toSorted(
    (one, other) => rate(toOthers, other).median - rate(toOthers, one).median,
  )[0]
  const times = ratioOf(rate(toOthers, journalOn), rate(toOthers, fastest)).median
  const share = (name, asked) => {
    const part = ofBare(name)
    return target(
      `cached GET, ${name}, of bare node:http`,
      `${100 * asked} %`,
      percent(part),
      part >= asked,
    )
  }
  return [
    share(journalOff, 0.95),
    share(journalOn, 0.85),
    target(
      `cached GET, of ${fastest}, the fastest mock server`,
      '4 times',
      `${times.toFixed(1)} times`,
      times >= 4,
    ),
  ]
}

function tableOf(body, figures) {
  const header = [
    `${sizes[body]}, answers a second`,
    'median',
    'lowest',
    'highest',
    'p99, ms',
    'processor, µs',
  ]
  const names = Object.keys(figures).filter((key) => key.endsWith(`, ${body}`))
  const rows = names
    .toSorted((one, other) => figures[other].perSecond.median - figures[one].perSecond.median)
    .map((key) => {
      const { perSecond, p99, processor } = figures[key]
      const name = key.slice(0, -`, ${body}`.length)
      return [name, ...spread(perSecond, 0), p99.median.toFixed(1), processor.median.toFixed(1)]
    })
  return { header, rows }
}

function chartOf(figures, machine) {
  const bars = [journalOn, journalOff, bare, ...frameworks, ...mockServers]
    .map((label) => ({ label, value: figures[`${label}, small`]?.perSecond.median }))
    .filter(({ value }) => value !== undefined)
    .toSorted((one, other) => other.value - one.value)
    .map((bar) => ({ ...bar, ours: [journalOn, journalOff].includes(bar.label) }))
  return barChart({
    title: 'Answers a second: a cached endpoint of 17 bytes, 32 connections',
    note: machineLine(machine),
    bars,
  })
}

function processTable(figures) {
  const header = ['process', 'ready, ms', 'resident after load, MB', 'most, MB']
  const names = Object.keys(figures).filter((key) => figures[key].ready)
  const rows = names.map((name) => {
    const { ready, memory, peak } = figures[name]
    return [name, ...[ready, memory, peak].map(({ median }) => median.toFixed(0))]
  })
  return { header, rows }
}

function spread({ median, lowest, highest }, digits) {
  return [median, lowest, highest].map((value) => value.toFixed(digits))
}

function percent(share) {
  return `${(100 * share).toFixed(0)} %`
}
