// The refused records of a file. Counts all, and lists the first ones in the format of compilers.
import type { Output } from '../../terminal/output.ts'
import { forTerminal } from '../../terminal/request-line.ts'
import type { Progress } from './progress.ts'

export interface RefusalsOptions {
  /** The name of the file. */
  readonly file: string
  /** Whether to print no lines, because the output is JSON. */
  readonly json: boolean
  readonly output: Output
  readonly progress: Progress
}

/** A fault, with its file if there are several, and with its place if there is one. */
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
  /** The first 100 refusals. */
  readonly shown: readonly (Refusal & { readonly file: string })[]
  /** Prints the number of refusals that were not listed. */
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
