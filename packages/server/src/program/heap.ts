// Tunes V8 for short garbage collections, since every response due during one is late.
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'

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

const mebibyte = 1024 * 1024

/** How many bytes of bodies may be under way: each is in memory several times while it is written. */
export function defaultPendingBytes(): number {
  return Math.min(256 * mebibyte, heapLimit() / 16)
}

/** How many bytes endpoints may take in memory. */
export function defaultMemoryBytes(): number {
  return heapLimit() / 4
}

function heapLimit(): number {
  return getHeapStatistics().heap_size_limit
}

function youngSize(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return space?.space_size ?? 0
}
