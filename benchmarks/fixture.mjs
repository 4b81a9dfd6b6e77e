// What a test pays for a server of its own: its import, and start, add, one GET, close. Wrong
// answers fail the run; times, which depend on how busy the machine is, fail nothing.
import { measurePart, parts } from './fixture/parts.mjs'
import { describeMachine, machineLine } from './lib/machine.mjs'
import { installPeers } from './lib/peers.mjs'
import { endProgress, progress } from './lib/progress.mjs'
import { writeResults } from './lib/results.mjs'
import { ratioOf } from './lib/rounds.mjs'
import { markdownTable, textTable } from './lib/table.mjs'
import { target } from './lib/targets.mjs'

const goals = [
  { part: 'onSocket', one: 'createMockServer', other: 'node:http', atMost: 1.5 },
  { part: 'bareClient', one: 'createMockServer', other: 'node:http', atMost: 1.5 },
  { part: 'onSocket', one: 'createMockServer', other: 'mockttp, start(0)', atMost: 1 / 3 },
  { part: 'onSocket', one: 'createMockServer', other: 'mockttp, start()', atMost: 1 / 3 },
  { part: 'imports', one: '@mock-endpoint/server', other: 'mockttp', atMost: 1 / 4 },
]

export async function run() {
  installPeers()
  const machine = describeMachine()
  await readOnce(parts.imports)
  const figures = {}
  for (const name of Object.keys(parts)) figures[name] = await measurePart(parts[name], progress)
  endProgress()
  const ratios = goals.map((goal) => judge(goal, figures[goal.part]))

  const tables = [...Object.keys(parts).map((name) => tableOf(name, figures)), ratioTable(ratios)]
  for (const { header, rows } of tables) process.stdout.write(`${textTable(header, rows)}\n\n`)
  const markdown = [
    `# Fixture\n\n${machineLine(machine)}.\n\n${legend}`,
    ...tables.map(({ header, rows }) => markdownTable(header, rows)),
  ]
  const json = { machine, figures, ratios }
  writeResults('fixture', { json, markdown: markdown.join('\n\n') })
  return ratios.map(({ name, atMost, median, isReached }) =>
    target(name, `at most ${round(atMost)} times`, `${round(median)} times`, isReached),
  )
}

const legend = `An import is that of a fresh process; a cycle is start, add one endpoint,
one GET, close, in a warm one. Medians of the rounds, with the lowest and the highest round; a round
is one import, or the median of its cycles. p95 is of cycles, cpu the processor time of one. A ratio
is taken round by round.`

/** The files are read from the disk once, before it counts. */
async function readOnce({ contenders, measure }) {
  progress('importing each once')
  for (const contender of contenders) await measure(contender)
}

function judge({ part, one, other, atMost }, figures) {
  const ratio = ratioOf(figures[one].median, figures[other].median)
  const name = `${parts[part].title}: ${one} / ${other}`
  return { name, ...ratio, atMost, isReached: ratio.median <= atMost }
}

function tableOf(name, figures) {
  const rows = Object.entries(figures[name]).map(([contender, { median, ...rest }]) => [
    contender,
    ...spread(median),
    ...Object.values(rest).map((figure) => round(figure.median)),
  ])
  const more = Object.keys(Object.values(figures[name])[0]).slice(1)
  return { header: [`${parts[name].title}, ms`, 'median', 'lowest', 'highest', ...more], rows }
}

function ratioTable(ratios) {
  const rows = ratios.map(({ atMost, isReached, name, ...ratio }) => [
    name,
    ...spread(ratio),
    `at most ${round(atMost)}`,
    isReached ? 'reached' : 'NOT reached',
  ])
  return { header: ['ratio', 'median', 'lowest', 'highest', 'goal', ''], rows }
}

function spread({ median, lowest, highest }) {
  return [median, lowest, highest].map(round)
}

function round(value) {
  return value < 100 ? value.toFixed(2) : value.toFixed(0)
}
