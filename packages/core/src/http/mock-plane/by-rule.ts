// The response of a rule: held, delayed, sent in pieces, broken on purpose, or just another response.

import { showArrival } from '../../journal/kept-request.ts'
import { globalClock } from '../../model/clock.ts'
import type { RuleResponse } from '../../model/rule.ts'
import { createPace } from '../../model/turns.ts'
import type { ResponseFunction } from '../../rules/active-rule.ts'
import type { Choice } from '../../rules/choose.ts'
import type { Plan } from '../../rules/plan.ts'
import type { ReadBody } from '../incoming.ts'
import { deliver } from './deliver.ts'
import { end, explained, finish, record, type Turn } from './turn.ts'
import { delay, drawn, hold, wait } from './waits.ts'

/** `goOn` is told what answers in place of a function that does not. */
export function answerByRule(turn: Turn, choice: Choice, body: ReadBody, goOn: GoOn): void {
  const { id, endpoint, response, responseFunction } = choice
  const plan = responseFunction ? undefined : choice.plan(response)
  record(turn, endpoint, body, { rule: id, held: plan?.hold })
  turn.isByRule = true
  turn.without = plan?.without
  if (plan && !choice.fill && isPlain(plan)) delay(turn, drawn(turn, plan.delay), plan)
  else {
    const performed = responseFunction
      ? ask(turn, choice, responseFunction, body, goOn)
      : perform(turn, choice, response)
    performed.catch((error) => fail(turn, error))
  }
}

type GoOn = (choice: Choice | undefined) => void

/** Whether it is sent as default responses are. */
function isPlain({ pieces, bytesPerSecond, fault, hold }: Plan): boolean {
  return !pieces && bytesPerSecond === undefined && fault === undefined && !hold
}

/** Is not handed the body, which would stay as long as the response waits. */
async function perform(turn: Turn, choice: Choice, response: RuleResponse): Promise<void> {
  let plan = choice.plan(response)
  let over: RuleResponse | undefined
  if (plan.hold) {
    over = await hold(turn, choice)
    plan = choice.plan(response, over)
  }
  turn.without = plan.without
  const milliseconds = drawn(turn, plan.delay)
  if (milliseconds > 0) await wait(turn, milliseconds)
  const { fill } = choice
  if (fill && response === choice.response && !isBroken(plan)) {
    await fills.begin(() => {
      if (turn.hasLeft) return end(turn, { outcome: 'aborted' })
      fills.count(1)
      return deliver(turn, choice, choice.plan(fill(), over))
    })
  } else await deliver(turn, choice, plan)
}

/** After so many responses were filled, of all that were released together, it is the turn of others. */
const fills = createPace(100)

/** Whether its text is not sent. */
function isBroken({ fault }: Plan): boolean {
  return fault !== undefined && fault !== 'truncate'
}

function ask(
  turn: Turn,
  choice: Choice,
  responseFunction: ResponseFunction,
  body: ReadBody,
  goOn: GoOn,
): Promise<void> {
  const { id, endpoint, parameters } = choice
  const { method, target: url, headers } = turn.incoming
  const arrival = { endpoint, rule: id, method, url, headers, body }
  const request = showArrival(turn.entry?.id ?? 0, arrival, globalClock.time())
  const asked = Promise.resolve(responseFunction(request, parameters()))
  // No `await`, which would keep the body as long as the response waits.
  return asked.then((response) => {
    if (turn.hasLeft) end(turn, { outcome: 'aborted' })
    else if (response) return perform(turn, choice, response)
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
  const response = explained(turn, error).toResponse()
  if (!turn.isAnswered) finish(turn, response)
}
