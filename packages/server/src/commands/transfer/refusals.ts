// The records of a file that are refused: the first ones are listed as compilers do, all are counted.
import type { RecordFault } from '@mock-endpoint/core/transfer'
import type { Output } from '../../terminal/output.ts'
import { forTerminal } from '../../terminal/request-line.ts'
import type { Progress } from './progress.ts'

export interface RefusalsOptions {
  /** The name of the file. */
  readonly file: string
  /** Whether nobody reads the lines. */
  readonly json: boolean
  readonly output: Output
  readonly progress: Progress
}

export interface Refusals {
  add(fault: RecordFault): void
  readonly count: number
  /** The first ones. */
  readonly shown: readonly (RecordFault & { readonly file: string })[]
  /** Says how many were not listed. */
  end(): void
}

const mostShown = 100

export function createRefusals({ file, json, output, progress }: RefusalsOptions): Refusals {
  const shown: (RecordFault & { readonly file: string })[] = []
  let count = 0

  function printLine(line: string): void {
    if (json) return
    progress.clear()
    output.write(`${line}\n`)
  }

  return {
    shown,
    get count() {
      return count
    },
    add({ line, column, detail }) {
      count += 1
      if (shown.length === mostShown) return
      shown.push({ file, line, column, detail })
      printLine(`${file}:${line}:${column}: ${forTerminal(detail)}`)
    },
    end() {
      if (count > mostShown) printLine(`${file}: and ${count - mostShown} more.`)
    },
  }
}
