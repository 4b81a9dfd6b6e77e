// The deliveries that the service keeps, read again while the page is visible.
import type { Delivery } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { control, messageOf } from '../api/control.ts'

/** In the order of their ids; `undefined` before they are known. */
export const deliveries = signal<readonly Delivery[] | undefined>(undefined)
/** Why the deliveries could not be read. */
export const listFault = signal<string | undefined>(undefined)

/** Maximum number of deliveries that the service returns at once. */
const mostAtOnce = 1000

/** Reads deliveries from the first pending one on, because earlier ones no longer change. */
export async function refreshDeliveries(): Promise<void> {
  const known = deliveries.peek() ?? []
  const pending = known.findIndex(({ state }) => state === 'pending')
  const from = pending === -1 ? known.length - 1 : pending
  const first = known[from]
  try {
    const read = await readFrom(first?.id ?? 1)
    // If deliveries were dropped, or ids restarted at 1 with the service, all are read again.
    const isWhole = read[0]?.id === first?.id && read[0]?.createdAt === first?.createdAt
    if (!first) deliveries.value = read
    else deliveries.value = isWhole ? [...known.slice(0, from), ...read] : await readFrom(1)
    listFault.value = undefined
  } catch (error) {
    listFault.value = messageOf(error)
  }
}

/** Reads the deliveries from this id on. */
async function readFrom(id: number): Promise<readonly Delivery[]> {
  const read: Delivery[] = []
  let after: string | null = String(id - 1)
  while (after !== null) {
    const page: { deliveries: readonly Delivery[]; next: string | null } =
      await control.listDeliveries({ after, limit: mostAtOnce })
    read.push(...page.deliveries)
    after = page.next
  }
  return read
}

/** Removes a delivery, and cancels it if it is pending. */
export async function removeDelivery(id: number): Promise<void> {
  await control.removeDelivery(String(id))
  deliveries.value = deliveries.peek()?.filter((each) => each.id !== id)
}
