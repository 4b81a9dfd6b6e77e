// The details of one delivery: its progress, and each attempt with its reply.
import { type Delivery, Problem } from '@mock-endpoint/core/client'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { control, messageOf } from '../api/control.ts'
import { keepAsking } from '../endpoints/keep-asking.ts'
import { OpenedTitle } from '../parts/opened-title.tsx'
import { fullTimeText } from '../requests/time-text.ts'
import { useFocusOnLeaving, useFocusOnOpening } from '../shell/focus.ts'
import { go, hrefOf } from '../shell/route.ts'
import { sayError } from '../shell/toasts.tsx'
import { AttemptList } from './attempt-list.tsx'
import { removeDelivery } from './deliveries.ts'
import { StatePill } from './delivery-item.tsx'

export function DeliveryDetail({ id }: { readonly id: number }) {
  const { delivery, fault } = useDelivery(id)
  const title = useRef<HTMLHeadingElement>(null)
  useFocusOnOpening(() => title.current)
  const tellFocus = useFocusOnLeaving(() => title.current)
  const found = delivery.value
  return (
    <div class="opened-request" onFocusIn={tellFocus}>
      <OpenedTitle heading={title} list={hrefOf({ view: 'webhooks' })} all="All webhooks">
        {found ? `${found.method} ${found.to}` : `Webhook ${id}`}
      </OpenedTitle>
      {fault.value && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
      {found && <Content delivery={found} />}
    </div>
  )
}

function Content({ delivery }: { readonly delivery: Delivery }) {
  const { id, state, createdAt, request } = delivery
  const remove = (): void => {
    removeDelivery(id).then(() => go({ view: 'webhooks' }), sayError)
  }
  return (
    <>
      <p class="when">
        <time dateTime={createdAt}>{fullTimeText(Date.parse(createdAt))}</time>
        {request !== undefined && (
          <>
            {' · follows '}
            <a href={hrefOf({ view: 'requests', id: request })}>request {request}</a>
          </>
        )}
      </p>
      <div class="actions">
        <button type="button" class="small" onClick={remove}>
          {state === 'pending' ? 'Cancel' : 'Remove'}
        </button>
        <p class="state" role="status">
          <StatePill delivery={delivery} /> {progress(delivery)}
        </p>
      </div>
      <AttemptList delivery={delivery} />
    </>
  )
}

function progress({ messages, delivered, failed, state }: Delivery): string {
  if (messages === 1) return state === 'pending' ? 'The webhook is being sent.' : ''
  const end = failed > 0 ? `, ${failed} failed` : ''
  return `${delivered} of ${messages} messages delivered${end}`
}

interface ReadDelivery {
  readonly delivery: Signal<Delivery | undefined>
  readonly fault: Signal<string | undefined>
}

/** The shortest time between reads of a pending delivery, in milliseconds. */
const pause = 300

function useDelivery(id: number): ReadDelivery {
  const delivery = useSignal<Delivery | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  useEffect(() => {
    const ending = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const read = await control.getDelivery({ id: String(id) }, ending.signal)
        delivery.value = read
        fault.value = undefined
        if (read.state !== 'pending') stop()
      } catch (error) {
        if (ending.signal.aborted) return
        fault.value = messageOf(error)
        if (error instanceof Problem && error.code === 'delivery-not-found') stop()
      }
    }
    const stop = keepAsking({ ask, leastPause: () => pause })
    void ask()
    return () => {
      stop()
      ending.abort()
    }
  }, [id])
  return { delivery, fault }
}
