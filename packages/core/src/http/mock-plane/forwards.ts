// The interface that exchanges use to forward requests to other services.
import type { Forwarding, Plan } from '../../rules/respond/plan.ts'
import type { ReadBody } from '../adapters/incoming.ts'
import type { Exchange } from './exchange.ts'

/** Forwards requests to other services. */
export interface Forwards {
  /** The largest body with a declared length, in bytes. */
  readonly bodyBytes: number
  /**
   * Takes room for the body. Throws a `Problem` when there is none, or when the body is too large.
   * `by` is the rule that forwards it.
   */
  begin(exchange: Exchange, body: ReadBody, by: RuleName): Outgoing
}

/** The id of a rule, and its endpoint. */
export interface RuleName {
  readonly id: string
  readonly endpoint: string
}

/** A request that is about to be forwarded. */
export interface Outgoing {
  /** Resolves when the response is sent. Rejects with the problem to send instead. */
  send(plan: Plan, forwarding: Forwarding): Promise<void>
  /** Gives the room of the body back. May be called more than once. */
  leave(): void
}
