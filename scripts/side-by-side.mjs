// Runs programs side by side, keeps what each prints in one piece, and asks failed tests once more.
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { command, root, shell } from './prepare.mjs'

/**
 * A step has a `name`, a `program`, its `args`, the `folder` to run in and variables of its own.
 * @typedef {{ name: string, program: string, args: string[], folder?: string,
 *   env?: Record<string, string>, isVitest?: boolean }} Step
 */

/** Tests, run by the Vitest of that folder, or else by that of the workspace. */
export function vitest({ name, args, folder = '', env = {} }) {
  const own = join(root, folder, 'node_modules', '.bin', 'vitest')
  const program = existsSync(own) ? own : join(root, 'node_modules', '.bin', 'vitest')
  return { name, program, args: ['run', ...args], folder, env, isVitest: true }
}

/**
 * Runs all steps in their order, at most `atOnce` at a time, and ends this program with 1 when one
 * failed. What failed steps printed comes last. Tests that failed are run once more when all else is
 * over; those that pass then are named as flaky, and fail nothing. The file named by GATE_REPORT,
 * when it is set, gets what failed and what was flaky as well.
 * @param {Step[]} steps
 */
export async function runSteps(steps, atOnce) {
  const reports = mkdtempSync(join(tmpdir(), 'mock-endpoint-steps-'))
  const waiting = [...steps]
  const failed = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const report = join(reports, `${steps.indexOf(step)}.json`)
      const { output, code, seconds } = await runStep(withReport(step, report))
      const took = `${step.name}, ${seconds.toFixed(1)} s`
      if (code === 0) say(`\n▸ ${step.name}\n${output}✓ ${took}\n`)
      else {
        say(`\n✗ ${took}\n`)
        failed.push({ step, report, output: `\n▸ ${step.name}\n${output}✗ ${took}\n` })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))

  const flaky = []
  const broken = []
  for (const { step, report, output } of failed) {
    // An error outside of all tests fails for good: nothing says which test to ask again.
    const isOfTests = !/^⎯+ Unhandled Errors? ⎯+$/m.test(stripVTControlCharacters(output))
    const again = isOfTests ? await runAgain(step, report) : { isRight: false, output: '' }
    if (again.isRight) {
      say(output)
      flaky.push(...again.tests)
    } else broken.push(output + again.output)
  }
  rmSync(reports, { recursive: true, force: true })
  const summary = `${broken.join('')}${flaky.map((test) => `\nflaky: ${test}`).join('')}`
  say(`${summary}\n\nchecks: ${steps.length - broken.length} passed, ${broken.length} failed\n`)
  if (process.env.GATE_REPORT && summary !== '') {
    appendFileSync(process.env.GATE_REPORT, `${summary}\n`)
  }
  process.exitCode = broken.length > 0 ? 1 : 0
}

function withReport(step, report) {
  if (!step.isVitest) return step
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { ...step, args: [...step.args, ...reporters] }
}

/** Runs the tests that failed alone: are they right then, and which are they? */
async function runAgain(step, report) {
  const files = step.isVitest ? failuresIn(report) : []
  if (files.length === 0) return { isRight: false, tests: [], output: '' }
  const tests = []
  for (const { file, names } of files) {
    const only = names.length > 0 ? ['-t', `^(${names.map(escaped).join('|')})$`] : []
    const { output, code } = await runStep({ ...step, args: ['run', file, ...only] })
    if (code !== 0) return { isRight: false, tests: [], output: `\nonce more, alone:\n${output}` }
    const where = relative(root, file)
    tests.push(...(names.length > 0 ? names.map((name) => `${where} > ${name}`) : [where]))
  }
  return { isRight: true, tests, output: '' }
}

/** The files with failed tests and these tests' names; none when the file itself failed. */
function failuresIn(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    return testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name, assertionResults }) => ({
        file: name,
        names: assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ ancestorTitles, title }) => [...ancestorTitles, title].filter(Boolean).join(' ')),
      }))
  } catch {
    // Vitest ended before it could say.
    return []
  }
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Resolves to what it printed, its exit code and how long it took. */
export async function runStep({ program, args, folder = '', env = {} }) {
  const start = performance.now()
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(command(program), args, {
    shell,
    cwd: join(root, folder),
    env: { ...process.env, ...colors, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { output, code, seconds: (performance.now() - start) / 1000 }
}

function say(text) {
  process.stdout.write(text)
}
