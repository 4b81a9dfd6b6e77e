// The command line: runs the selected measurements and reports the results of each.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { add } from '../measurements/add.ts'
import { delay } from '../measurements/delay.ts'
import { fixture } from '../measurements/fixture.ts'
import { importing } from '../measurements/import.ts'
import { install } from '../measurements/install.ts'
import { journal } from '../measurements/journal.ts'
import { read } from '../measurements/read.ts'
import { rules } from '../measurements/rules.ts'
import { onRuntimes } from '../measurements/runtimes.ts'
import { scale } from '../measurements/scale.ts'
import { shared } from '../measurements/shared.ts'
import { suite } from '../measurements/suite.ts'
import { waiters } from '../measurements/waiters.ts'
import { webhook } from '../measurements/webhook.ts'
import { write } from '../measurements/write.ts'
import { installPeers } from '../servers/peers.ts'
import { drawChart } from './chart.ts'
import { becomeLoad, benchmarks, machine } from './machine.ts'
import type { Measurement } from './measurement.ts'
import { report } from './report.ts'
import { runPart, type Tables } from './runner.ts'
import { withScratch } from './scratch.ts'
import { judge, type Verdict } from './targets.ts'

const measurements: Record<string, Measurement> = {
  read,
  webhook,
  add,
  write,
  delay,
  rules,
  scale,
  import: importing,
  journal,
  waiters,
  fixture,
  suite,
  shared,
  install,
  runtimes: onRuntimes,
}
const options = { short: { type: 'boolean', default: false } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const isShort = values.short
const names = Object.keys(measurements)
const unknown = positionals.find((name) => !names.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`There is no measurement ${unknown}; there are: ${names.join(', ')}.\n`)
  process.exit(2)
}

const verdicts: Verdict[] = []
for (const name of names) {
  const isAsked = positionals.length === 0 || positionals.includes(name)
  if (isAsked) verdicts.push(...(await run(name, measurements[name] as Measurement)))
}
if (positionals.length !== 1) {
  const isForDocs = positionals.length === 0 && !isShort
  report({ name: 'targets', title: 'Targets', legend: '', tables: {}, verdicts, isForDocs })
}
const missed = verdicts.filter(({ isHard, isReached }) => isHard && !isReached)
if (missed.length > 0) throw new Error(`Not reached: ${missed.map((one) => one.name).join('; ')}`)

async function run(name: string, measurement: Measurement): Promise<Verdict[]> {
  const { title, legend, needsPeers, parts, targets, chart } = measurement
  process.stdout.write(`\n▸ ${name}\n`)
  if (needsPeers && !isShort) installPeers()
  becomeLoad()
  const tables: Tables = {}
  await withScratch(async (folder) => {
    for (const part of await parts({ isShort, folder, say })) {
      Object.assign(tables, await runPart(part, say))
    }
  })
  if (process.stderr.isTTY) say('')
  const judged = targets.flatMap((target) => judge(target, tables))
  report({ name, title, legend, tables, verdicts: judged, isForDocs: !isShort })
  if (chart && !isShort) {
    const image = join(benchmarks, '..', 'docs', 'images', `${name}.svg`)
    writeFileSync(image, drawChart(chart, tables, machine))
  }
  return judged
}

/** Shows progress on one changing line in a terminal, and line by line elsewhere. */
function say(progress: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${progress}` : `${progress}\n`)
}
