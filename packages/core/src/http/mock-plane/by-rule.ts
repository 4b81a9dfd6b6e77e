// Sends the response of a rule, which may be held, delayed, sent in pieces, or broken on purpose.

import { showArrival } from '../../journal/ring/kept-request.ts'
import type { RuleResponse } from '../../model/rule/rule.ts'
import { globalClock } from '../../model/time/clock.ts'
import { createPace } from '../../model/time/yielding.ts'
import type { ResponseFunction } from '../../rules/active-rule.ts'
import type { Choice } from '../../rules/choose.ts'
import type { Plan } from '../../rules/respond/plan.ts'
import type { ReadBody } from '../adapters/incoming.ts'
import { deliver } from './deliver.ts'
import type { Exchange } from './exchange.ts'
import { prepareFollowUps } from './follow-ups.ts'
import type { Forwards, Outgoing } from './forwards.ts'

export function answerByRule(exchange: Exchange, choice: Choice, body: ReadBody, by: By): void {
  const { id, endpoint, response, responseFunction } = choice
  const plan = responseFunction ? undefined : choice.plan(response)
  exchange.record(endpoint, body, { rule: id, held: plan?.hold })
  exchange.removed = plan?.without ?? none
  if (plan && !choice.fill && isPlain(plan)) {
    exchange.respondAfter(drawn(exchange, plan.delay), plan)
    return
  }
  const performed = responseFunction
    ? ask(exchange, choice, responseFunction, body, by)
    : plan?.forward
      ? sendOn(exchange, choice, response, body, by)
      : perform(exchange, choice, response)
  // A wait was cancelled, or an error occurred before anything was sent.
  performed.catch((error) => {
    const problem = exchange.explain(error)
    if (!exchange.isAnswered) exchange.refuse(problem)
  })
}

/** The alternatives to the response of the rule itself. */
export interface By {
  /** Continues with the next choice, if any, after the function of a rule returned no response. */
  goOn(choice: Choice | undefined): void
  readonly forwards: Forwards
}

const none: ReadonlySet<string> = new Set()

/** Whether it is sent like a default response. */
function isPlain({ pieces, bytesPerSecond, fault, hold, forward, then }: Plan): boolean {
  const isWhole = !pieces && bytesPerSecond === undefined && fault === undefined
  return isWhole && !hold && !forward && !then
}

/** Answers with the response of another service. */
async function sendOn(
  exchange: Exchange,
  choice: Choice,
  response: RuleResponse,
  body: ReadBody,
  { forwards }: By,
): Promise<void> {
  const outgoing = forwards.begin(exchange, body, choice)
  try {
    await perform(exchange, choice, response, outgoing)
  } finally {
    outgoing.leave()
  }
}

/** Gets the body only in `outgoing`, because it would stay in memory while the response waits. */
async function perform(
  exchange: Exchange,
  choice: Choice,
  response: RuleResponse,
  outgoing?: Outgoing,
): Promise<void> {
  let plan = choice.plan(response)
  let over: RuleResponse | undefined
  if (plan.hold) {
    over = await hold(exchange, choice)
    plan = choice.plan(response, over)
  }
  exchange.removed = plan.without ?? none
  const milliseconds = drawn(exchange, plan.delay)
  if (milliseconds > 0) await exchange.wait(milliseconds)
  if (outgoing && plan.forward) {
    await outgoing.send(plan, plan.forward)
    return
  }
  const { fill } = choice
  if (fill && response === choice.response && (!isBroken(plan) || plan.then)) {
    await fills.begin(() => {
      if (exchange.hasLeft) return exchange.end({ outcome: 'aborted' })
      fills.count(1)
      return deliverAndGoOn(exchange, choice, choice.plan(fill(), over))
    })
  } else await deliverAndGoOn(exchange, choice, plan)
}

/** Prepares the webhooks before it sends the response, so that the client gets their problems. */
async function deliverAndGoOn(exchange: Exchange, choice: Choice, plan: Plan): Promise<void> {
  if (!plan.then) {
    await deliver(exchange, choice, plan)
    return
  }
  const ready = await prepareFollowUps(exchange, choice, plan.then)
  let isSent = false
  try {
    isSent = !exchange.hasLeft && (await deliver(exchange, choice, plan))
  } finally {
    if (isSent) ready.send()
    else ready.giveUp()
  }
}

/** Resolves on release to the members that replace those of the response. Otherwise like `wait`. */
function hold(exchange: Exchange, { endpoint, id: rule }: Choice): Promise<RuleResponse> {
  return new Promise((resolve, reject) => {
    const end = exchange.holdBack({ endpoint, rule }, (problem) => {
      forget()
      if (problem) reject(problem)
    })
    const release = (response: RuleResponse): void => {
      end()
      resolve(response)
    }
    const { holds } = exchange.workspace
    const forget = holds.add({ id: exchange.id, endpoint, rule, release })
  })
}

/** Lets other work run after this many filled responses, for example if all are released. */
const fills = createPace(100)

/** Whether a fault keeps its body from being sent. */
function isBroken({ fault }: Plan): boolean {
  return fault !== undefined && fault !== 'truncate'
}

/** Returns a delay in milliseconds, a random one if there are bounds. */
function drawn({ workspace }: Exchange, delay: Plan['delay']): number {
  if (typeof delay === 'number') return delay
  const [least, most] = delay
  return least + workspace.registry.rules.random() * (most - least)
}

function ask(
  exchange: Exchange,
  choice: Choice,
  responseFunction: ResponseFunction,
  body: ReadBody,
  by: By,
): Promise<void> {
  const { id, endpoint, parameters } = choice
  const { method, target: url, headers } = exchange.incoming
  const arrival = { endpoint, rule: id, method, url, headers, body }
  const request = showArrival(exchange.id ?? 0, arrival, globalClock.time())
  const asked = Promise.resolve(responseFunction(request, parameters()))
  // No `await`, which would keep the body in memory while the response waits.
  return asked.then((response) => {
    if (exchange.hasLeft) exchange.end({ outcome: 'aborted' })
    else if (response) return perform(exchange, choice, response)
    else return leaveTo(exchange, choice, by)
    return undefined
  })
}

/** Passes a request to the rules after this one, because its function returned no response. */
async function leaveTo(exchange: Exchange, choice: Choice, { goOn }: By): Promise<void> {
  const other = await choice.otherwise()
  exchange.removed = undefined
  goOn(other)
}
