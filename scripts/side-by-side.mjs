// Runs programs in parallel, keeps the output of each in one piece, and runs failed tests again.
import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { command, root, shell } from './prepare.mjs'

/**
 * A step has a `name`, a `program`, its `args`, the `folder` to run in and its own variables.
 * @typedef {{ name: string, program: string, args: string[], folder?: string,
 *   env?: Record<string, string>, isVitest?: boolean }} Step
 */

/** Returns a step that runs tests with the Vitest of the folder, or else of the workspace. */
export function vitest({ name, args, folder = '', env = {} }) {
  const own = join(root, folder, 'node_modules', '.bin', 'vitest')
  const program = existsSync(own) ? own : join(root, 'node_modules', '.bin', 'vitest')
  return { name, program, args: ['run', ...args], folder, env, isVitest: true }
}

/**
 * Runs all steps in order, at most `atOnce` at a time. The exit code is 1 if one failed. The output
 * of failed steps comes last. Failed tests run once more after all steps. Those that then pass are
 * reported as flaky, and fail nothing. Failures and flaky tests are also appended to the file named
 * by GATE_REPORT, if it is set.
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
    // An error outside all tests is final, because no test to run again is known.
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

/** Runs only the tests that failed. Resolves to whether they pass, and to their names. */
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

/** Returns the files with failed tests and their names. No names if the file itself failed. */
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
    // Vitest ended before it wrote a report.
    return []
  }
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Resolves to the output of the step, its exit code and its duration in seconds. */
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
