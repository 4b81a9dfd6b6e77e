// Tunes V8 for short garbage collections, since every answer due during one is late.
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** The young generation, both halves together, in bytes. V8 would let it grow to twice that. */
const enough = 16 * 1024 * 1024

/**
 * Call it as the process starts, before the first collection. Decision 4 has the figures. Only the
 * daemon calls it: in a test, the heap belongs to the test.
 */
export function tuneHeap(): void {
  // On few processors, the thread that marks competes with the one that answers.
  setFlagsFromString('--no-concurrent-marking')
  // A cache that always changes leaves a lot of garbage: collect when the heap has doubled.
  setFlagsFromString('--heap-growing-percent=100')
  // Only the command line can limit the young generation, so we tell V8 to stop growing it.
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
