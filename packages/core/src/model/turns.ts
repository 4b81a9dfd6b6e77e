// Long work on one thread, in turns: between two of them everyone else has one.
import type { Awaitable } from './awaitable.ts'
import { realClock } from './clock.ts'

/** Work that yields every now and then, at least each millisecond, and returns what it comes to. */
export type Turns<T> = Generator<undefined, T, undefined>

/** How long a turn is, in milliseconds. */
const turn = 8

/** What the work comes to: at once when it takes a single turn. */
export function takeTurns<T>(work: Turns<T>): Awaitable<T> {
  const { done, value } = takeTurn(work)
  return done ? value : takeMoreTurns(work)
}

async function takeMoreTurns<T>(work: Turns<T>): Promise<T> {
  for (;;) {
    await nextTurn()
    const { done, value } = takeTurn(work)
    if (done) return value
  }
}

function takeTurn<T>(work: Turns<T>): IteratorResult<undefined, T> {
  const end = realClock.now() + turn
  for (;;) {
    const step = work.next()
    if (step.done || realClock.now() >= end) return step
  }
}

const waiting: (() => void)[] = []

/** Resolves when it is the caller's turn: one of all those who wait, each time the event loop has gone round. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) callNext()
  })
}

function callNext(): void {
  realClock.setTimeout(() => {
    waiting[0]?.()
    waiting.shift()
    if (waiting.length > 0) callNext()
  }, 0)
}

/** Does one piece of work at a time; between two of them everyone else has a turn. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

export function createLine(): Line {
  let last: Promise<unknown> | undefined
  return async (work) => {
    const before = last
    const mine = (async () => {
      if (before) await before.then(nextTurn)
      return work()
    })()
    const settled = mine.then(nothing, nothing)
    last = settled
    void settled.then(() => {
      if (last === settled) last = undefined
    })
    return mine
  }
}

function nothing(): void {}
