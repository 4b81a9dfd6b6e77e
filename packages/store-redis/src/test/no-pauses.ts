// In place of `pauses.ts`, for tests of what a daemon answers from its cache: on a busy machine, their own
// process stands still, and the cache would be dropped.
export function watchForPauses(): { stop(): void } {
  return { stop() {} }
}
