// What the project asked of a benchmark, and whether it got it: a line of the table at the end.
import { describeMachine, machineLine } from './machine.mjs'
import { writeResults } from './results.mjs'
import { markdownTable, textTable } from './table.mjs'

/** The texts are for people. */
export function target(figure, asked, measured, reached) {
  return { figure, asked, measured, reached }
}

/** For the terminal and the page of one benchmark. */
export function targetRows(targets) {
  return targets.map(({ figure, asked, measured, reached }) => [
    figure,
    measured,
    asked,
    reached ? 'reached' : 'NOT reached',
  ])
}

export const targetHeader = ['figure', 'measured', 'asked', '']

/** Prints those of all benchmarks that ran, and writes them. */
export function reportTargets(targets) {
  if (targets.length === 0) return
  const rows = targetRows(targets)
  process.stdout.write(`\n▸ targets\n${textTable(targetHeader, rows)}\n`)
  const machine = describeMachine()
  const markdown = `# Targets\n\n${machineLine(machine)}.\n\n${markdownTable(targetHeader, rows)}`
  writeResults('targets', { json: { machine, targets }, markdown })
}
