// The answer of a rule: held, delayed, sent in pieces, broken on purpose, or just another answer.

import { showArrival } from '../../journal/kept-request.ts'
import { globalClock } from '../../model/clock.ts'
import type { RuleAnswer } from '../../model/rule.ts'
import { createPace } from '../../model/turns.ts'
import type { AnswerFunction } from '../../rules/active-rule.ts'
import type { Choice } from '../../rules/choose.ts'
import type { Plan } from '../../rules/plan.ts'
import type { ReadBody } from '../incoming.ts'
import { deliver } from './deliver.ts'
import { end, explained, finish, record, type Turn } from './turn.ts'
import { delay, drawn, hold, wait } from './waits.ts'

/** `goOn` is told what answers in place of a function that does not. */
export function answerByRule(turn: Turn, choice: Choice, body: ReadBody, goOn: GoOn): void {
  const { id, endpoint, answer, answerFunction } = choice
  const plan = answerFunction ? undefined : choice.plan(answer)
  record(turn, endpoint, body, { rule: id, held: plan?.hold })
  turn.isByRule = true
  turn.without = plan?.without
  if (plan && !choice.fill && isPlain(plan)) delay(turn, drawn(turn, plan.delay), plan)
  else {
    const performed = answerFunction
      ? ask(turn, choice, answerFunction, body, goOn)
      : perform(turn, choice, answer)
    performed.catch((error) => fail(turn, error))
  }
}

type GoOn = (choice: Choice | undefined) => void

/** Whether it is sent as the answers of records are. */
function isPlain({ pieces, bytesPerSecond, fault, hold }: Plan): boolean {
  return !pieces && bytesPerSecond === undefined && fault === undefined && !hold
}

/** Is not handed the body, which would stay as long as the answer waits. */
async function perform(turn: Turn, choice: Choice, answer: RuleAnswer): Promise<void> {
  let plan = choice.plan(answer)
  let over: RuleAnswer | undefined
  if (plan.hold) {
    over = await hold(turn, choice)
    plan = choice.plan(answer, over)
  }
  turn.without = plan.without
  const milliseconds = drawn(turn, plan.delay)
  if (milliseconds > 0) await wait(turn, milliseconds)
  const { fill } = choice
  if (fill && answer === choice.answer && !isBroken(plan)) {
    await fills.begin(() => {
      if (turn.hasLeft) return end(turn, { outcome: 'aborted' })
      fills.count(1)
      return deliver(turn, choice, choice.plan(fill(), over))
    })
  } else await deliver(turn, choice, plan)
}

/** After so many answers were filled, of all that were released together, it is the turn of others. */
const fills = createPace(100)

/** Whether its text is not sent. */
function isBroken({ fault }: Plan): boolean {
  return fault !== undefined && fault !== 'truncate'
}

function ask(
  turn: Turn,
  choice: Choice,
  answerFunction: AnswerFunction,
  body: ReadBody,
  goOn: GoOn,
): Promise<void> {
  const { id, endpoint, parameters } = choice
  const { method, target: url, headers } = turn.incoming
  const arrival = { endpoint, rule: id, method, url, headers, body }
  const request = showArrival(turn.ticket?.id ?? 0, arrival, globalClock.time())
  const asked = Promise.resolve(answerFunction(request, parameters()))
  // No `await`, which would keep the body as long as the answer waits.
  return asked.then((answer) => {
    if (turn.hasLeft) end(turn, { outcome: 'aborted' })
    else if (answer) return perform(turn, choice, answer)
    else return leaveTo(turn, choice, goOn)
    return undefined
  })
}

/** The function leaves the request to what comes behind its rule. */
async function leaveTo(turn: Turn, choice: Choice, goOn: GoOn): Promise<void> {
  const other = await choice.otherwise()
  turn.isByRule = false
  goOn(other)
}

/** A wait was cancelled, or something went wrong before anything was sent. */
function fail(turn: Turn, error: unknown): void {
  const answer = explained(turn, error).toAnswer()
  if (!turn.isAnswered) finish(turn, answer)
}
