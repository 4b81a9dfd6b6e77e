// `npm run test:stress -- FILE … [--runs 20]`: runs test files again and again while other programs
// keep all processors busy. A test that passes then also passes on a busy machine.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare, root } from './prepare.mjs'
import { runStep, vitest } from './side-by-side.mjs'

const options = { runs: { type: 'string', default: '20' } }
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const runs = Number(values.runs)
const files = positionals.map((file) => resolve(root, file))
const missing = files.find((file) => !existsSync(file))
if (files.length === 0 || missing || !(Number.isInteger(runs) && runs > 0)) {
  if (missing) process.stderr.write(`There is no file ${missing}.\n`)
  process.stderr.write('Usage: npm run test:stress -- FILE … [--runs 20]\n')
  process.exit(2)
}

prepare()
const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
process.on('exit', () => busy.forEach((child) => void child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

let failures = 0
for (const file of files) {
  const folder = relative(root, projectOf(file))
  const step = vitest({ name: file, args: [file], folder })
  let failed = 0
  for (let run = 1; run <= runs; run++) {
    const { code, output, seconds } = await runStep(step)
    if (code !== 0) {
      failed += 1
      process.stdout.write(`\n${output}✗ run ${run}, ${seconds.toFixed(1)} s\n`)
    }
  }
  failures += failed
  process.stdout.write(`${relative(root, file)}: ${runs - failed} of ${runs} passed\n`)
}
process.exit(failures > 0 ? 1 : 0)

/** Returns the nearest folder above with a configuration of Vitest. */
function projectOf(file) {
  const folder = dirname(file)
  return existsSync(join(folder, 'vitest.config.ts')) ? folder : projectOf(folder)
}
