// One line that says how far a command is, where a person watches.
import type { Output } from '../../terminal/output.ts'

export interface Progress {
  /** Shows this in place of what it showed before, unless that was a moment ago. */
  show(text: string): void
  /** Takes the line away, so that others can be printed. */
  clear(): void
}

/** How long a line stays at least, in milliseconds. */
const shortest = 100

/** Shows nothing unless `output` is a terminal and `isOn`. */
export function createProgress(output: Output, isOn: boolean): Progress {
  const shows = isOn && output.isTTY === true
  let shownAt = Number.NEGATIVE_INFINITY
  let isShown = false
  return {
    show(text) {
      const now = performance.now()
      if (!shows || now < shownAt + shortest) return
      output.write(`\r\x1b[K${text}`)
      shownAt = now
      isShown = true
    },
    clear() {
      if (isShown) output.write('\r\x1b[K')
      isShown = false
      shownAt = Number.NEGATIVE_INFINITY
    },
  }
}
