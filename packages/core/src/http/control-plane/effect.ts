// The type of an effect: a function that runs an operation on a workspace.
import type { DeliveryWait, OperationName, Operations, ReleaseAll } from '../../control/control.ts'
import type { Workspace } from '../../engine/workspace.ts'
import type { Awaitable } from '../../model/time/awaitable.ts'
import type { QueryMembers } from './queries.ts'

/** The form of an input: a query as its members, a segment decoded, a body as text. */
type Given<Input> = Input extends string | undefined
  ? Input
  : Input extends { readonly id: string }
    ? DeliveryWait extends Input
      ? { readonly id: string; readonly query: QueryMembers }
      : Input
    : Input extends ReleaseAll
      ? { readonly query: QueryMembers; readonly response: string }
      : QueryMembers

/** The operations as functions of their inputs, which are not parsed yet. */
export type Effects<Names extends OperationName = OperationName> = {
  readonly [Name in Names]: (
    workspace: Workspace,
    input: Given<Operations[Name]['input']>,
    signal?: AbortSignal,
  ) => Awaitable<Operations[Name]['output']>
}

/** The operations on rules and on held requests. */
export type RuleOperation =
  | 'addRule'
  | 'listRules'
  | 'clearRules'
  | 'getRule'
  | 'removeRule'
  | 'releaseRequest'
  | 'releaseRequests'

/** The operations on deliveries. */
export type DeliveryOperation =
  | 'sendDelivery'
  | 'listDeliveries'
  | 'clearDeliveries'
  | 'getDelivery'
  | 'removeDelivery'
