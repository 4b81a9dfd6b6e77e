// Runs long work in slices of a few milliseconds, so that other work can run in between.
import type { Awaitable } from './awaitable.ts'
import { realClock } from './clock.ts'

/**
 * Work that yields at least every millisecond, and returns its result. If it yields a promise, it
 * continues when the promise resolves.
 */
export type Yielding<T> = Generator<Promise<void> | undefined, T, undefined>

/** The length of a slice of work, in milliseconds. */
const slice = 8

/** Returns the result of the work, synchronously if one slice is enough. */
export function runYielding<T>(work: Yielding<T>): Awaitable<T> {
  const { done, value } = runSlice(work)
  return done ? value : runMore(work, value)
}

async function runMore<T>(work: Yielding<T>, first: Promise<void> | undefined): Promise<T> {
  let until = first
  for (;;) {
    await until
    const { done, value } = await yieldToOthers(() => runSlice(work))
    if (done) return value
    until = value
  }
}

function runSlice<T>(work: Yielding<T>): IteratorResult<Promise<void> | undefined, T> {
  const end = realClock.now() + slice
  for (;;) {
    const step = work.next()
    if (step.done || step.value || realClock.now() >= end) return step
  }
}

const waiting: (() => void)[] = []
/** Whether a slice or the pause after it is running or scheduled. */
let isGoingOn = false
/** The number of slices and pauses so far. */
let steps = 0
/**
 * Milliseconds without a slice or pause after which waiting work starts a slice by its own timer.
 * A Cloudflare Worker drops the timers of an ended request, possibly that of the next slice too.
 */
const longestStep = 250

/**
 * Runs a piece of work after other work that is waiting. Waiting pieces share a slice while it
 * lasts. Resolves to the result of the work.
 */
export function yieldToOthers<T>(work: () => Awaitable<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let stopWatching = (): void => {}
    waiting.push(() => {
      stopWatching()
      try {
        resolve(work())
      } catch (error) {
        reject(error)
      }
    })
    if (isGoingOn) stopWatching = watchSteps()
    else {
      isGoingOn = true
      realClock.setTimeout(takeWaiting, 0)
    }
  })
}

/** Whether any work waits for its next slice. For tests, which wait until no work does. */
export function isWorkWaiting(): boolean {
  return waiting.length > 0
}

/** Starts the next slice if none starts otherwise. Returns a function that stops watching. */
function watchSteps(): () => void {
  let seen = steps
  let timer = realClock.setTimeout(look, longestStep)
  function look(): void {
    if (seen === steps) takeWaiting()
    else {
      seen = steps
      timer = realClock.setTimeout(look, longestStep)
    }
  }
  return () => realClock.clearTimeout(timer)
}

/**
 * Runs a slice, then pauses for half as long as the slice and the work it caused. One turn of the
 * event loop is not enough, because on Node 20 a server accepts one new connection per turn.
 */
function takeWaiting(): void {
  steps++
  const start = realClock.now()
  do waiting.shift()?.()
  while (waiting.length > 0 && realClock.now() < start + slice)
  realClock.setTimeout(() => {
    realClock.setTimeout(goOn, (realClock.now() - start) / 2)
  }, 0)
}

function goOn(): void {
  steps++
  if (waiting.length > 0) takeWaiting()
  else isGoingOn = false
}

/**
 * Returns a function for long work to call and await now and then. During a slice it returns at
 * once. After that, it resolves when the next slice of the work begins.
 */
export function createPause(): () => Awaitable<void> {
  let sliceEnds = realClock.now() + slice
  return () => {
    if (realClock.now() < sliceEnds) return undefined
    return yieldToOthers(() => {
      sliceEnds = realClock.now() + slice
    })
  }
}

/** Spreads out many short pieces of work, so that other work can run in between. */
export interface Pace {
  /** Runs the work: at once, or after other work if `most` was done since other work last ran. */
  begin<T>(work: () => Awaitable<T>): Awaitable<T>
  /** Adds to the amount of work that was done. */
  count(amount: number): void
}

/** `most` is the amount of work that is done before other work runs. */
export function createPace(most: number): Pace {
  let done = 0
  let waiting = 0
  return {
    begin(work) {
      // New work does not overtake work that waits.
      if (done < most && waiting === 0) return work()
      waiting += 1
      return yieldToOthers(() => {
        waiting -= 1
        done = 0
        return work()
      })
    },
    count(amount) {
      done += amount
    },
  }
}

/** Runs pieces of work one after the other, several in a slice. Settles as the work does. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>

/** Returns a new queue for pieces of work. */
export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> | undefined
  let sliceEnds = 0

  function begin<T>(work: () => Promise<T>): Promise<T> {
    sliceEnds = realClock.now() + slice
    return work()
  }

  function goOn<T>(work: () => Promise<T>): Promise<T> {
    return realClock.now() < sliceEnds ? work() : yieldToOthers(() => begin(work))
  }

  return (work) => {
    const mine = last ? last.then(() => goOn(work)) : begin(work)
    const settled = mine.then(nothing, nothing)
    last = settled
    void settled.then(() => {
      if (last === settled) last = undefined
    })
    return mine
  }
}

function nothing(): void {}
