// What a response waits for: its time to come, or to be released.

import type { Problem } from '../../model/problem.ts'
import type { PlainResponse } from '../../model/response.ts'
import type { RuleResponse } from '../../model/rule.ts'
import type { Choice } from '../../rules/choose.ts'
import { end, explained, finish, type Turn } from './turn.ts'

/** Sends the response when the time is up. */
export function delay(turn: Turn, milliseconds: number, response: PlainResponse): void {
  if (milliseconds === 0) {
    finish(turn, response)
    return
  }
  try {
    start(turn, milliseconds, (problem) => finish(turn, problem?.toResponse() ?? response))
  } catch (error) {
    finish(turn, explained(turn, error).toResponse())
  }
}

/**
 * Resolves when the time is up. Rejects with the problem that ends the wait. When the client leaves,
 * the request has ended, and this never settles.
 */
export function wait(turn: Turn, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    start(turn, milliseconds, (problem) => (problem ? reject(problem) : resolve()))
  })
}

/** Never resolves. Otherwise the same: a reset is what ends it. */
export function hang(turn: Turn, choice: Choice): Promise<never> {
  return new Promise((_, reject) => holdBack(turn, choice, reject))
}

/** Resolves to what is laid over the response when it is released. Otherwise the same. */
export function hold(turn: Turn, choice: Choice): Promise<RuleResponse> {
  const { holds } = turn.workspace
  const { endpoint, id: rule } = choice
  return new Promise((resolve, reject) => {
    holdBack(turn, choice, (problem) => {
      forget()
      reject(problem)
    })
    const endWait = turn.endWait
    const release = (response: RuleResponse): void => {
      endWait?.()
      turn.endWait = undefined
      resolve(response)
    }
    const forget = holds.add({ id: turn.entry?.id, endpoint, rule, release })
    turn.endWait = () => {
      endWait?.()
      forget()
    }
  })
}

function holdBack(turn: Turn, choice: Choice, ended: Ended): void {
  const by = { endpoint: choice.endpoint, rule: choice.id }
  begin(turn, ended, (done) => turn.workspace.delays.hold(by, done, turn.incoming.connection))
}

function start(turn: Turn, milliseconds: number, ended: Ended): void {
  const { workspace, incoming } = turn
  begin(turn, ended, (done) => workspace.delays.start(milliseconds, done, incoming.connection))
}

type Ended = (problem?: Problem) => void

/** Makes the wait the one that ends when the client leaves. */
function begin(turn: Turn, ended: Ended, wait: (done: Ended) => () => void): void {
  turn.endWait = wait((problem) => {
    turn.endWait = undefined
    ended(problem)
  })
}

/** The client has left: what is waited for need not come any more. */
export function leave(turn: Turn): void {
  turn.hasLeft = true
  if (!turn.endWait) return
  turn.endWait()
  turn.endWait = undefined
  end(turn, { outcome: 'aborted', fault: turn.fault })
}

/** A number of milliseconds, drawn if there are bounds. */
export function drawn(
  { workspace }: Turn,
  delay: number | readonly [least: number, most: number],
): number {
  if (typeof delay === 'number') return delay
  const [least, most] = delay
  return least + workspace.registry.rules.random() * (most - least)
}
