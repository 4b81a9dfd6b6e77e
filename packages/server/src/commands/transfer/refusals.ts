// The records of a file that are refused: the first ones are listed as compilers do, all are counted.
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

/** What is wrong, in which file if there are several, and at which place if it has one. */
interface Refusal {
  readonly file?: string
  readonly line?: number | undefined
  readonly column?: number | undefined
  /** A sentence. */
  readonly detail: string
}

export interface Refusals {
  add(refusal: Refusal): void
  readonly count: number
  /** The first ones. */
  readonly shown: readonly (Refusal & { readonly file: string })[]
  /** Says how many were not listed. */
  end(): void
}

const mostShown = 100

export function createRefusals({ file, json, output, progress }: RefusalsOptions): Refusals {
  const shown: (Refusal & { readonly file: string })[] = []
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
    add({ file: own = file, line, column, detail }) {
      count += 1
      if (shown.length === mostShown) return
      shown.push({ file: own, line, column, detail })
      const place = line === undefined ? '' : `:${line}:${column}`
      printLine(`${forTerminal(own)}${place}: ${forTerminal(detail)}`)
    },
    end() {
      if (count > mostShown) printLine(`${file}: and ${count - mostShown} more.`)
    },
  }
}
