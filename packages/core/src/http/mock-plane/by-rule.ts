// The answer of a rule: held, delayed, sent in pieces, broken on purpose, or just another answer.

import { showArrival } from '../../journal/kept-request.ts'
import { globalClock } from '../../model/clock.ts'
import type { RuleAnswer } from '../../model/rule.ts'
import type { Choice } from '../../rules/choose.ts'
import type { Plan } from '../../rules/plan.ts'
import type { ReadBody } from '../incoming.ts'
import { deliver } from './deliver.ts'
import { end, explained, finish, record, type Turn } from './turn.ts'
import { delay, drawn, hold, wait } from './waits.ts'

export function answerByRule(turn: Turn, choice: Choice, body: ReadBody): void {
  const { id, endpoint, answer, answerFunction } = choice
  const plan = answerFunction ? undefined : choice.plan(answer)
  record(turn, endpoint, body, { rule: id, held: plan?.hold })
  turn.isByRule = true
  turn.without = plan?.without
  if (plan && isPlain(plan)) delay(turn, drawn(turn, plan.delay), plan)
  else perform(turn, choice, answerOf(turn, choice, body)).catch((error) => fail(turn, error))
}

/** Whether it is sent as the answers of records are. */
function isPlain({ pieces, bytesPerSecond, fault, hold }: Plan): boolean {
  return !pieces && bytesPerSecond === undefined && fault === undefined && !hold
}

/** Is not handed the body, which would stay as long as the answer waits. */
async function perform(turn: Turn, choice: Choice, made: Promise<RuleAnswer>): Promise<void> {
  const answer = await made
  if (turn.hasLeft) {
    end(turn, { outcome: 'aborted' })
    return
  }
  let plan = choice.plan(answer)
  if (plan.hold) {
    plan = choice.plan(answer, await hold(turn, choice))
  }
  turn.without = plan.without
  const milliseconds = drawn(turn, plan.delay)
  if (milliseconds > 0) await wait(turn, milliseconds)
  await deliver(turn, choice, plan)
}

async function answerOf(
  turn: Turn,
  { id, endpoint, answer, answerFunction, parameters }: Choice,
  body: ReadBody,
): Promise<RuleAnswer> {
  if (!answerFunction) return answer
  const { method, target: url, headers } = turn.incoming
  const arrival = { endpoint, rule: id, method, url, headers, body }
  const request = showArrival(turn.ticket?.id ?? 0, arrival, globalClock.time())
  return answerFunction(request, parameters())
}

/** A wait was cancelled, or something went wrong before anything was sent. */
function fail(turn: Turn, error: unknown): void {
  const answer = explained(turn, error).toAnswer()
  if (!turn.isAnswered) finish(turn, answer)
}
