// Writes the results of a run of the whole contract into the docs, or fails if the docs differ.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { onBun, onDeno } from '../daemon/differences.ts'

const root = new URL('../../../', import.meta.url)
const isUpdate = process.env['UPDATE_DOCS'] === '1'

/** The rows. If one did not run, the table differs. */
const runtimes = [
  'Node 20',
  'Node 22',
  'Node 24',
  'Node 26',
  'the daemon on Bun',
  'the daemon on Deno',
  'Bun',
  'Deno',
  'a Worker',
  'a Durable Object',
  'a page in Chromium',
  'a service worker in Chromium',
]

/** The columns, with the suites of the contract in each. */
const columns: Readonly<Record<string, readonly string[]>> = {
  'mock plane': ['mock plane'],
  'control API': ['control plane', 'paths of the control plane', 'record', 'reset'],
  rules: ['rules'],
  'journal, waits': ['journal', 'journal, read', 'journal, responses'],
  'event streams': ['event streams'],
  'Host, Origin, CORS': ['guard', 'CORS'],
}

const begin = '<!-- what the run showed -->\n'
const end = '<!-- end of it -->'

interface Cell {
  readonly passed: number
  readonly failed: number
  /** The declared differences. */
  readonly differences: readonly string[]
}

/** A reporter for Vitest. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    hold('docs/runtimes.md', toMarkdown(tests))
    hold('README.md', toSummary(tests))
  }
}

/** Writes the table between the marks of the page, or fails if it differs. */
function hold(page: string, table: string): void {
  const file = new URL(page, root)
  const text = readFileSync(file, 'utf8')
  const [before = '', rest = ''] = text.split(begin)
  const now = `${before}${begin}${table}${rest.slice(rest.indexOf(end))}`
  if (now === text) return
  if (isUpdate) {
    writeFileSync(file, now)
    return
  }
  process.exitCode = 1
  process.stderr.write(
    `\n${page} says something else than this run showed:\n${table}\nWrite it with: npm run test:runtimes -- --update\n`,
  )
}

/** Differences in addition to the contract's: how the daemon listens, starts and ends. */
const ofDaemon: Readonly<Record<string, ReadonlySet<string>>> = {
  'the daemon on Bun': new Set(onBun.map(({ why }) => why)),
  'the daemon on Deno': new Set(onDeno.map(({ why }) => why)),
}

/** Returns a table with the number of differences of each runtime. */
function toSummary(tests: readonly TestCase[]): string {
  const rows = runtimes.map((runtime) => {
    const { passed, failed, differences } = cellOf(
      tests.filter((test) => suiteOf(test).startsWith(`${runtime}: `)),
    )
    const all = differences.length + (ofDaemon[runtime]?.size ?? 0)
    const shown = passed === 0 ? 'not run' : failed > 0 ? 'fails' : all
    return `| ${runtime} | ${shown === 0 ? 'none' : shown} |\n`
  })
  return `\n| runtime | differences |\n| --- | --- |\n${rows.join('')}\n`
}

function toMarkdown(tests: readonly TestCase[]): string {
  const notes: string[] = []
  const numberOf = (difference: string): number => {
    if (!notes.includes(difference)) notes.push(difference)
    return notes.indexOf(difference) + 1
  }
  const rows = runtimes.map((runtime) => {
    const cells = Object.values(columns).map((suites) => {
      const names = suites.map((suite) => `${runtime}: ${suite}`)
      return show(cellOf(tests.filter((test) => names.includes(suiteOf(test)))), numberOf)
    })
    return `| ${[runtime, ...cells].join(' | ')} |\n`
  })
  const names = Object.keys(columns)
  const head = `| | ${names.join(' | ')} |\n| --- |${' --- |'.repeat(names.length)}\n`
  const explained = notes.map((note, i) => `${i + 1}. ${note}\n`)
  return `\n${head}${rows.join('')}\n${explained.join('')}\n`
}

/** Returns the name of the outermost suite of a test. */
function suiteOf(test: TestCase): string {
  let at: TestCase['parent'] = test.parent
  while (at.type === 'suite' && at.parent.type === 'suite') at = at.parent
  return at.type === 'suite' ? at.name : ''
}

/** Whether it passed, or was left out because of a declared difference. */
function isGreen(test: TestCase): boolean {
  const { state } = test.result()
  return state === 'passed' || (state === 'skipped' && test.meta().difference !== undefined)
}

function cellOf(tests: readonly TestCase[]): Cell {
  const passed = tests.filter(isGreen).length
  const differences = tests.flatMap((test) => test.meta().difference ?? [])
  return { passed, failed: tests.length - passed, differences: [...new Set(differences)] }
}

function show({ passed, failed, differences }: Cell, numberOf: (text: string) => number): string {
  if (passed + failed === 0) return 'not run'
  if (failed > 0) return 'fails'
  const numbers = differences.map(numberOf).sort((a, b) => a - b)
  return ['✓', ...numbers.map((number) => `[${number}]`)].join(' ')
}
