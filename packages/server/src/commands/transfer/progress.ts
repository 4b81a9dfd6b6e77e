// A line on a terminal that shows the progress of a command.
import type { Output } from '../../terminal/output.ts'

export interface Progress {
  /** Replaces the line with this text, unless the line is less than 100 ms old. */
  show(text: string): void
  /** Removes the line, so that other lines can be printed. */
  clear(): void
}

/** Minimum time before a line is replaced, in milliseconds. */
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
