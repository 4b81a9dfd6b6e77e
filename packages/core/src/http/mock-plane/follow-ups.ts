// The webhooks that follow a response.
import { faultsToText } from '../../model/problem/fault-list.ts'
import { Problem } from '../../model/problem/problem.ts'
import type { FollowUp } from '../../model/rule/rule.ts'
import type { Choice } from '../../rules/choose.ts'
import type { Deliveries } from '../../sending/deliveries.ts'
import type { Exchange } from './exchange.ts'

/** Prepares them. Rejects with `response-failed` if unsendable, and with `too-many-deliveries`. */
export async function prepareFollowUps(
  { workspace, id }: Exchange,
  { id: rule }: Choice,
  then: readonly FollowUp[],
): ReturnType<Deliveries['prepare']> {
  const sends = then.map(({ send }) => send)
  try {
    return await workspace.deliveries.prepare(sends, id)
  } catch (error) {
    if (!(error instanceof Problem) || !ofRule.has(error.code)) throw error
    const { errors } = error.extensions
    const why = errors ? faultsToText(errors) : error.message
    const detail = `What follows the response of rule \`${rule}\` cannot be sent: ${why}`
    throw new Problem('response-failed', detail, { rule })
  }
}

/** Problems that the rule itself causes. */
const ofRule: ReadonlySet<string> = new Set(['invalid-delivery', 'send-refused'])
