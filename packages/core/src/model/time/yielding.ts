// Long work on one thread, a few milliseconds at a time: between two slices everyone else goes on.
import type { Awaitable } from './awaitable.ts'
import { realClock } from './clock.ts'

/**
 * Work that yields every now and then, at least each millisecond, and returns what it comes to. It
 * goes on when a promise is kept that it yields.
 */
export type Yielding<T> = Generator<Promise<void> | undefined, T, undefined>

/** How long a slice of work takes, in milliseconds. */
const slice = 8

/** What the work comes to: at once when a single slice is enough. */
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
/** Whether a slice, or the pause after it, is under way or about to come. */
let isGoingOn = false
/** How many slices and pauses there were. */
let steps = 0
/**
 * After so many milliseconds without one, whoever waits goes on by a timer of its own: a Cloudflare
 * Worker drops those of a request that has ended, which may be the one that the next slice hangs on.
 */
const longestStep = 250

/**
 * Does a piece of work after what others wait to do. Pieces that wait share a slice while it lasts.
 * Resolves to what the work comes to.
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

/** Whether work waits for its next slice: for tests, which wait until none does. */
export function isWorkWaiting(): boolean {
  return waiting.length > 0
}

/** Begins the next slice itself when none comes. Returns what ends that. */
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
 * A pause follows, half as long as the slice and what it set off. To let the event loop go round once
 * is not enough: on Node 20 a server takes one new connection each time.
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
 * For long work that waits for others in between: to be awaited every now and then. Resolves at once
 * while its slice lasts, then when its next one begins.
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

/** For work that is short as a rule, and of which there may be much. */
export interface Pace {
  /** Does the work: at once, or after others when much was done since they went on. */
  begin<T>(work: () => Awaitable<T>): Awaitable<T>
  /** Notes that so much of it was done. */
  count(amount: number): void
}

/** `most` is how much is done before others go on. */
export function createPace(most: number): Pace {
  let done = 0
  let waiting = 0
  return {
    begin(work) {
      // None overtakes those that wait.
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

/** Does one piece of work after the other, several in a slice. Settles as the work does. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>

/** A queue of its own for pieces of work. */
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
