// Runs the tests of the built daemon again, with the daemon on another runtime.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../lib/bundle.ts'
import type { DaemonDifference } from './differences.ts'
import { reliabilityFiles, type Suites, serverFiles } from './suites.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const minute = 60_000

/**
 * Each test must pass with the daemon on this runtime, except those that are declared to differ.
 * These must fail, so that a difference that has disappeared is noticed. Those that fail only at
 * times are not run.
 */
export function describeDaemon(
  name: string,
  runtime: readonly string[],
  differences: readonly DaemonDifference[],
): void {
  describe(name, () => {
    for (const { of, folder, files, timeout, leavesOut } of [serverFiles, reliabilityFiles]) {
      test(of, { timeout }, async () => {
        const declared = differences.filter((one) => one.of === of)
        const byChance = declared.filter((one) => one.isByChance)
        const without = [leavesOut.source, ...byChance.map(({ test }) => patternOf(test))]
        const ran = await runTests({ runtime, folder, files, timeout, without })
        const { passed, failed, skipped } = ran
        // Files and declared tests must exist, and no test may skip itself.
        const all = [...passed, ...failed.keys(), ...skipped]
        const gone = [...files, ...declared.map(({ test }) => test)]
        expect(gone.filter((each) => !all.some((test) => test.includes(each)))).toEqual([])
        const leftOut = new RegExp(without.join('|'))
        expect(skipped.filter((test) => !leftOut.test(titlesOf(test)))).toEqual([])
        const expected = declared.filter((one) => !one.isByChance).map((one) => one.test)
        expect(Object.fromEntries(failed)).toEqual(
          Object.fromEntries(expected.map((test) => [test, expect.any(String)])),
        )
        expect(passed.length).toBeGreaterThan(failed.size)
      })
    }
  })
}

/** Returns the titles of `file > suite > test`, as Vitest compares them with `-t`. */
function titlesOf(test: string): string {
  return test.split(' > ').slice(1).join(' ')
}

function patternOf(test: string): string {
  return titlesOf(test).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

interface RunOptions extends Pick<Suites, 'folder' | 'files' | 'timeout'> {
  readonly runtime: readonly string[]
  /** Patterns of tests that are not run. */
  readonly without: readonly string[]
}

interface Outcomes {
  /** Names of tests, as `file > suite > test`. */
  readonly passed: readonly string[]
  /** Names of tests, with their messages. */
  readonly failed: ReadonlyMap<string, string>
  readonly skipped: readonly string[]
}

async function runTests({
  runtime,
  folder,
  files,
  timeout,
  without,
}: RunOptions): Promise<Outcomes> {
  const { path, remove } = await temporaryFolder()
  const cwd = join(root, folder)
  try {
    const report = join(path, 'report.json')
    const pattern = `^(?!.*(${without.join('|')}))`
    const options = ['--reporter=json', `--outputFile=${report}`, '-t', pattern]
    const env = { ...process.env, DAEMON_RUNTIME: JSON.stringify(runtime), DENO_DIR: path }
    const printed = await new Promise<string>((resolve) => {
      const limits = { cwd, env, timeout: timeout - minute / 6, maxBuffer: 1e8 }
      execFile(process.execPath, [vitest, 'run', ...options, ...files], limits, (_, out, err) =>
        resolve(out + err),
      )
    })
    const text = await readFile(report, 'utf8').catch((cause) => {
      throw new Error(`The tests did not come to their end: ${printed}`, { cause })
    })
    return outcomesIn(JSON.parse(text), cwd)
  } finally {
    await remove()
  }
}

/** The part of Vitest's report that is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

function outcomesIn({ testResults }: Report, cwd: string): Outcomes {
  const passed: string[] = []
  const failed = new Map<string, string>()
  const skipped: string[] = []
  for (const { name, message, status, assertionResults } of testResults) {
    const file = relative(cwd, name)
    if (status === 'failed' && message !== '') failed.set(file, message)
    for (const { ancestorTitles, title, status, failureMessages } of assertionResults) {
      const test = [file, ...ancestorTitles, title].join(' > ')
      if (status === 'passed') passed.push(test)
      else if (status === 'failed') failed.set(test, failureMessages.join('\n'))
      else skipped.push(test)
    }
  }
  return { passed, failed, skipped }
}
