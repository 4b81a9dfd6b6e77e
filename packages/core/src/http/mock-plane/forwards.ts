// What sends requests on to other services, as an exchange sees it.
import type { Forwarding, Plan } from '../../rules/respond/plan.ts'
import type { ReadBody } from '../adapters/incoming.ts'
import type { Exchange } from './exchange.ts'

/** Sends requests on to other services. */
export interface Forwards {
  /** How many bytes the body of one may have that says its length. */
  readonly bodyBytes: number
  /**
   * Takes room for the body. Throws a `Problem` when there is none, or too much of it. `by` is the id of
   * the rule that sends it on, and its endpoint.
   */
  begin(exchange: Exchange, body: ReadBody, by: RuleName): Outgoing
}

/** A rule. */
export interface RuleName {
  readonly id: string
  readonly endpoint: string
}

/** A request that is about to be sent on. */
export interface Outgoing {
  /** Resolves when the response is sent. Rejects with the problem that is to be sent in its place. */
  send(plan: Plan, forwarding: Forwarding): Promise<void>
  /** Gives the room of the body back. May be called again. */
  leave(): void
}
