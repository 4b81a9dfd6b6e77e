// Runs the tests of a user's project, and reports their errors.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Files, programs, run, write } from './project.ts'

const reporter = `
  export default class Reporter {
    onTestRunEnd(modules) {
      const tests = modules.flatMap(({ children }) => [...children.allTests()])
      const messages = (test) => test.result().errors?.map(({ message }) => String(message)) ?? []
      console.log('report: ' + JSON.stringify(tests.map((test) => [test.fullName, messages(test)])))
    }
  }
`

export interface Report {
  /** The messages of each test's errors, by its full name. `[]` if it passed. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  /** The text of both streams, without this report. */
  readonly output: string
}

/** Runs the tests of a project in a folder that is removed afterwards. */
export async function report(
  files: Files,
  args: readonly string[] = [],
  timeout?: number,
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-report-'))
  try {
    await write(folder, { 'reporter.js': reporter, ...files })
    const reporters = ['--reporter=default', '--reporter=./reporter.js']
    const { output } = await run(programs.vitest, ['run', ...reporters, ...args], folder, timeout)
    const [line, json] = /^report: (.*)$/m.exec(output) ?? []
    if (line === undefined || json === undefined)
      throw new Error(`Nothing was reported:\n${output}`)
    const errors = Object.fromEntries(JSON.parse(json) as [string, string[]][])
    return { errors, output: output.replace(line, '') }
  } finally {
    await rm(folder, { recursive: true, maxRetries: 3 })
  }
}
