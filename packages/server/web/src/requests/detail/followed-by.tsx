// The webhooks that were sent after a response, if any.
import type { Delivery, RecordedRequest } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { control } from '../../api/control.ts'
import { keepAsking } from '../../endpoints/keep-asking.ts'
import { sayError } from '../../shell/toasts.tsx'
import { DeliveryItem } from '../../webhooks/delivery-item.tsx'

export function FollowedBy({ request: { id, outcome } }: { readonly request: RecordedRequest }) {
  const deliveries = useSignal<readonly Delivery[]>([])
  useEffect(() => {
    const ending = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const page = await control.listDeliveries({ request: id }, ending.signal)
        deliveries.value = page.deliveries
        if (page.deliveries.every(({ state }) => state !== 'pending')) stop()
      } catch (error) {
        if (ending.signal.aborted) return
        stop()
        sayError(error)
      }
    }
    const stop = keepAsking({ ask, leastPause: () => 500 })
    void ask()
    return () => {
      stop()
      ending.abort()
    }
  }, [id, outcome])
  if (deliveries.value.length === 0) return null
  return (
    <section class="followed" aria-label="Webhooks that followed">
      <h3>Followed by</h3>
      <div class="list">
        <ul>
          {deliveries.value.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      </div>
    </section>
  )
}
