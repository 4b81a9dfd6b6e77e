// What a suite of tests takes as a whole with a mock server in each of its files. A test that does
// not pass fails the run; times fail nothing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/prepare.mjs'
import { describeMachine, machineLine } from './lib/machine.mjs'
import { installPeers } from './lib/peers.mjs'
import { endProgress, progress } from './lib/progress.mjs'
import { writeResults } from './lib/results.mjs'
import { measureInRounds } from './lib/rounds.mjs'
import { withScratch } from './lib/scratch.mjs'
import { markdownTable, textTable } from './lib/table.mjs'
import { generate, runSuite } from './suite/project.mjs'

const testsInFile = 20
const { vitest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies

export async function run({ isShort = false } = {}) {
  const [files, rounds] = isShort ? [4, 1] : [50, 2]
  installPeers()
  const figures = await withScratch((folder) => {
    progress('installing and generating')
    const projects = generate(folder, { files, tests: testsInFile, vitest })
    return measureInRounds({
      contenders: Object.keys(projects),
      rounds,
      measure: (kind) => runSuite(folder, projects[kind], files * testsInFile),
      onRound: (round) => progress(`running: round ${round} of ${rounds}`),
    })
  })
  endProgress()
  const machine = describeMachine()
  const size = `${files} files, ${files * testsInFile} tests`
  const header = [`${size}, s`, 'median', 'lowest', 'highest', 'cpu', 'beyond nothing', 'its cpu']
  const rows = rowsOf(figures)
  process.stdout.write(`${textTable(header, rows)}\n`)
  const markdown = `# Suite\n\n${machineLine(machine)}.\n\n${legend}\n\n${markdownTable(header, rows)}`
  writeResults('suite', { json: { machine, files, figures }, markdown })
  return []
}

const legend = `One whole run of Vitest ${vitest}; each test adds an endpoint and fetches it. \`nothing\` is
the same tests without a server. cpu is the processor time of all processes. All tests passed.`

function rowsOf(figures) {
  const floors = [figures.nothing.wall.median, figures.nothing.processor.median]
  return Object.entries(figures).map(([kind, { wall, processor }]) => {
    const spread = [wall.median, wall.lowest, wall.highest, processor.median]
    const beyond = [wall, processor].map(({ median }, i) => median - floors[i])
    return [kind, ...[...spread, ...beyond].map((value) => value.toFixed(1))]
  })
}
