// The effects of the operations on deliveries.
import type { Workspace } from '../../engine/workspace.ts'
import { Problem } from '../../model/problem/problem.ts'
import type { DeliveryOperation, Effects } from './effect.ts'
import { deliveryQuerySchema, deliveryWaitSchema, readQuery } from './queries.ts'

export const deliveryEffects: Effects<DeliveryOperation> = {
  sendDelivery: async ({ deliveries }, body) => (await deliveries.outbox()).send(body),
  async listDeliveries({ deliveries }, query) {
    const page = (await deliveries.outbox()).list(readQuery(deliveryQuerySchema, query))
    const last = page.deliveries.at(-1)
    return { deliveries: page.deliveries, next: last && !page.isLast ? String(last.id) : null }
  },
  clearDeliveries: async ({ deliveries }) => (await deliveries.outbox()).clear(),
  async getDelivery(workspace, { id, query }, signal) {
    const { wait } = readQuery(deliveryWaitSchema, query)
    const outbox = await workspace.deliveries.outbox()
    const delivery = await outbox.get(toId(id), wait, signal)
    if (!delivery) throw deliveryNotFound(id, workspace)
    return delivery
  },
  async removeDelivery(workspace, id) {
    const outbox = await workspace.deliveries.outbox()
    if (!outbox.remove(toId(id))) throw deliveryNotFound(id, workspace)
    return toId(id)
  },
}

/** Parses an id. Returns 0, which no delivery has, for any other text. */
function toId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

function deliveryNotFound(id: string, { basePath }: Workspace): Problem {
  const detail = `No delivery has the id \`${id.slice(0, 100)}\`. A reset removes all deliveries, and only the last 1000 finished ones are kept. GET ${basePath}/api/delivery lists them.`
  return new Problem('delivery-not-found', detail, {}, { fix: { path: '/api/delivery' } })
}
