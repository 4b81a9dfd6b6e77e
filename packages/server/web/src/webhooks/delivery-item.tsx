// A delivery in a list: its state, and the URL that it was sent to.
import type { Delivery } from '@mock-endpoint/core/client'
import { clockText } from '../requests/time-text.ts'
import { hrefOf } from '../shell/route.ts'

interface DeliveryItemProps {
  readonly delivery: Delivery
  readonly isOpen?: boolean
}

export function DeliveryItem({ delivery, isOpen = false }: DeliveryItemProps) {
  const { id, to, method, createdAt } = delivery
  return (
    <li>
      <a data-row href={hrefOf({ view: 'webhooks', id })} aria-current={isOpen || undefined}>
        <span class="name" title={to}>
          {to}
        </span>{' '}
        <StatePill delivery={delivery} />{' '}
        <span class="data">
          {clockText(Date.parse(createdAt))} {method}
        </span>{' '}
        <span class="also">{briefly(delivery)}</span>
      </a>
    </li>
  )
}

const looks = { pending: '', delivered: 's2', failed: 's5', cancelled: 'aborted' }

export function StatePill({ delivery: { state } }: { readonly delivery: Delivery }) {
  return <span class={`pill ${looks[state]}`}>{state}</span>
}

/** Returns how many messages were delivered, or the last status and attempts of the only one. */
function briefly({ messages, delivered, attempts, attemptsDropped }: Delivery): string {
  if (messages > 1) return `${delivered} of ${messages}`
  const count = attempts.length + attemptsDropped
  const last = attempts.at(-1)
  const end = last ? String(last.statusCode ?? 'no response') : ''
  return count > 1 ? `${end}, ${count} attempts` : end
}
