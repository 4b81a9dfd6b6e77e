// Orders, which every service of a workspace carries out, whichever of them received the call.

import { Problem } from '../model/problem/problem.ts'
import { parseGiven } from '../model/rule/parse-rule.ts'
import { runYielding } from '../model/time/yielding.ts'
import type { Deliveries } from '../sending/deliveries.ts'
import type { Delays } from './delays.ts'
import type { HoldFilter, Holds } from './holds.ts'
import type { Registry } from './registry.ts'
import type { Sharing } from './sharing.ts'

/** An order. `response` is JSON text, whose members replace those of the rules' responses. */
type Order =
  | { readonly kind: 'reset' }
  | { readonly kind: 'release'; readonly id: number; readonly response: string }
  | { readonly kind: 'releaseAll'; readonly which: HoldFilter; readonly response: string }

/** Gives an order. Resolves to the number of requests that all services released. */
export type GiveOrder = (order: Order) => Promise<number>

interface Ordered {
  readonly registry: Registry
  readonly delays: Delays
  readonly holds: Holds
  readonly deliveries: Deliveries
}

/** Returns a function that gives orders to this service, or to all that share its store. */
export function createOrders(workspace: Ordered, sharing: Sharing | undefined): GiveOrder {
  if (!sharing) return (order) => carryOut(workspace, order)
  sharing.onOrder((text) => carryOut(workspace, JSON.parse(text) as Order))
  return async (order) => {
    if (order.kind === 'reset') await sharing.rules.reset()
    return sharing.order(JSON.stringify(order))
  }
}

async function carryOut(
  { registry, delays, holds, deliveries }: Ordered,
  order: Order,
): Promise<number> {
  if (order.kind === 'reset') {
    delays.cancel(cancelled)
    deliveries.clear()
    registry.rules.reset()
    return 0
  }
  const response = await runYielding(parseGiven(order.response))
  if (order.kind === 'release') return holds.release(order.id, response) ? 1 : 0
  return runYielding(holds.releaseAll(order.which, response))
}

/** The problem for requests whose delay a reset ends. */
function cancelled(): Problem {
  return new Problem('delay-cancelled', 'A reset came before the delay of this response was over.')
}
