// Reports a measurement to the terminal, `benchmarks/results` and docs/performance.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchmarks, machine } from './machine.ts'
import { putTables } from './page.ts'
import type { Table, Tables } from './runner.ts'
import { format } from './stats.ts'
import { toRow, type Verdict, verdictHeader } from './targets.ts'

interface Report {
  readonly name: string
  readonly title: string
  readonly legend: string
  readonly tables: Tables
  readonly verdicts: readonly Verdict[]
  /** Whether to put the tables into docs/performance.md, where it has a place for them. */
  readonly isForDocs: boolean
}

/** Prints the report, and writes `<name>.md` and `<name>.json`. */
export function report({ name, title, legend, tables, verdicts, isForDocs }: Report): void {
  const found = Object.entries(tables).map(([heading, table]) => rowsOf(heading, table))
  const judged = verdicts.length > 0 ? [[verdictHeader, ...verdicts.map(toRow)]] : []
  const all = [...found, ...judged]
  process.stdout.write(`${all.map(textTable).join('\n\n')}\n`)
  const folder = join(benchmarks, 'results')
  mkdirSync(folder, { recursive: true })
  const markdown = [`# ${title}`, `${machine}.`, legend, ...all.map(markdownTable)]
  writeFileSync(join(folder, `${name}.md`), `${markdown.filter(Boolean).join('\n\n')}\n`)
  if (isForDocs) {
    // The page has one table of targets, from the report of a full run, which has no other table.
    const titled = (found.length > 0 ? found : judged).map((table) => [
      table[0]?.[0],
      markdownTable(table),
    ])
    const page = join(benchmarks, '..', 'docs', 'performance.md')
    writeFileSync(page, putTables(readFileSync(page, 'utf8'), Object.fromEntries(titled)))
  }
  const json = { machine, tables, verdicts }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(json, null, 2)}\n`)
}

/** Rows with the median of each figure, and the lowest and highest value of the first one. */
function rowsOf(title: string, table: Table): string[][] {
  const figures = Object.keys(Object.values(table)[0] ?? {})
  const header = [title, ...figures.toSpliced(1, 0, 'lowest', 'highest')]
  const rows = Object.entries(table).map(([contender, found]) => [
    contender,
    ...figures.flatMap((figure, column) => {
      const { median, lowest, highest } = found[figure] ?? summaryOfNone
      return (column === 0 ? [median, lowest, highest] : [median]).map(format)
    }),
  ])
  return [header, ...rows]
}

const summaryOfNone = { median: Number.NaN, lowest: Number.NaN, highest: Number.NaN }

function textTable(rows: readonly string[][]): string {
  return aligned(rows)
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n')
}

function markdownTable([header = [], ...rows]: readonly string[][]): string {
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'))
  return aligned([header, rule, ...rows])
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Aligns the first column to the left, and figures to the right. */
function aligned(rows: readonly string[][]): string[][] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widthOf(column)) : cell.padStart(widthOf(column)),
    ),
  )
}
