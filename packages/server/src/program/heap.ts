// Tunes V8 for short garbage collections, because every response due during one is late.
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'

/** Bytes of both halves of the young generation. V8 would let it grow to twice that. */
const enough = 16 * 1024 * 1024

/**
 * Tunes the heap. Call it when the process starts, before the first collection. Decision 4 has the
 * figures. Only the daemon calls it, because in a test the heap belongs to the test.
 */
export function tuneHeap(): void {
  // With few processors, the marking thread competes with the thread that answers.
  setFlagsFromString('--no-concurrent-marking')
  // A cache that always changes leaves much garbage, so collect when the heap has doubled.
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

/** Returns the default of `pendingBytes`. A body is in memory several times while it is written. */
export function defaultPendingBytes(): number {
  return Math.min(256 * mebibyte, heapLimit() / 16)
}

/** Returns the default number of bytes that endpoints may take in a memory store. */
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
