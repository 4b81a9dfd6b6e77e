// Long work on one thread, in turns: between two of them everyone else has one.
import type { Awaitable } from './awaitable.ts'
import { realClock } from './clock.ts'

/**
 * Work that yields every now and then, at least each millisecond, and returns what it comes to. It
 * goes on when a promise is kept that it yields.
 */
export type Turns<T> = Generator<Promise<void> | undefined, T, undefined>

/** How long a turn is, in milliseconds. */
const turn = 8

/** What the work comes to: at once when it takes a single turn. */
export function takeTurns<T>(work: Turns<T>): Awaitable<T> {
  const { done, value } = takeTurn(work)
  return done ? value : takeMoreTurns(work, value)
}

async function takeMoreTurns<T>(work: Turns<T>, first: Promise<void> | undefined): Promise<T> {
  let until = first
  for (;;) {
    await until
    const { done, value } = await inTurn(() => takeTurn(work))
    if (done) return value
    until = value
  }
}

function takeTurn<T>(work: Turns<T>): IteratorResult<Promise<void> | undefined, T> {
  const end = realClock.now() + turn
  for (;;) {
    const step = work.next()
    if (step.done || step.value || realClock.now() >= end) return step
  }
}

const waiting: (() => void)[] = []
/** Whether a turn, or the pause after it, is under way or about to come. */
let isGoingOn = false
/** How many turns and pauses there were. */
let steps = 0
/**
 * After so many milliseconds without one, whoever waits goes on by a timer of its own: a Cloudflare
 * Worker drops those of a request that has ended, which may be the one that the next turn hangs on.
 */
const longestStep = 250

/**
 * Does a piece of work after what others wait to do: as much of it as fits into a turn, the rest in
 * the next one. Resolves to what it comes to.
 */
export function inTurn<T>(work: () => Awaitable<T>): Promise<T> {
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

/** Takes the next turn itself when none comes. Returns what ends that. */
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
 * A pause follows, half as long as the turn and what it set off. To let the event loop go round once
 * is not enough: on Node 20 a server takes one new connection each time.
 */
function takeWaiting(): void {
  steps++
  const start = realClock.now()
  do waiting.shift()?.()
  while (waiting.length > 0 && realClock.now() < start + turn)
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
 * as long as its turn lasts, then when its next one comes.
 */
export function createPause(): () => Awaitable<void> {
  let turnEnds = realClock.now() + turn
  return () => {
    if (realClock.now() < turnEnds) return undefined
    return inTurn(() => {
      turnEnds = realClock.now() + turn
    })
  }
}

/** For work that is short as a rule, and of which there may be much. */
export interface Pace {
  /** Does the work: at once, or in a turn of its own when much was done since others had one. */
  begin<T>(work: () => Awaitable<T>): Awaitable<T>
  /** Notes that so much of it was done. */
  count(amount: number): void
}

/** `most` is how much is done before others have a turn. */
export function createPace(most: number): Pace {
  let done = 0
  let waiting = 0
  return {
    begin(work) {
      // None overtakes those that wait.
      if (done < most && waiting === 0) return work()
      waiting += 1
      return inTurn(() => {
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

/** Does one piece of work at a time, as many as fit into a turn. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

export function createLine(): Line {
  let last: Promise<unknown> | undefined
  let turnEnds = 0

  function begin<T>(work: () => Promise<T>): Promise<T> {
    turnEnds = realClock.now() + turn
    return work()
  }

  function goOn<T>(work: () => Promise<T>): Promise<T> {
    return realClock.now() < turnEnds ? work() : inTurn(() => begin(work))
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
