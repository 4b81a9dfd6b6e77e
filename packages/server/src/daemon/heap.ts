// How V8 collects the daemon's garbage: briefly, for an answer that is due meanwhile is late by that.
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** The young generation, with both its halves, in bytes. V8 would let it grow to twice that. */
const enough = 16 * 1024 * 1024

/**
 * Tells V8 so; decision 4 has what it gives. To be called as the process starts, while nothing is
 * being collected. It is for the daemon: in a test, the heap is the test's own.
 */
export function tuneHeap(): void {
  // A thread that marks takes turns with the one that answers, where there are few processors.
  setFlagsFromString('--no-concurrent-marking')
  // A cache that is always changing leaves much behind: collect when the heap has doubled.
  setFlagsFromString('--heap-growing-percent=100')
  // V8 takes a limit of the young generation on its command line alone: it is told to stop growing it.
  const collections = new PerformanceObserver(() => {
    if (youngSize() < enough) return
    setFlagsFromString('--semi-space-growth-factor=1')
    collections.disconnect()
  })
  collections.observe({ entryTypes: ['gc'] })
}

function youngSize(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return space?.space_size ?? 0
}
