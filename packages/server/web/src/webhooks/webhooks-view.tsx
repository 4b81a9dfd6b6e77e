// The sent webhooks, and next to them the open one, or the form that sends one.
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { keepAsking } from '../endpoints/keep-asking.ts'
import { moveInRows } from '../parts/row-keys.ts'
import { ShowMore } from '../parts/show-more.tsx'
import { go, hrefOf, route } from '../shell/route.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { deliveries, listFault, refreshDeliveries } from './deliveries.ts'
import { DeliveryDetail } from './delivery-detail.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import { SendForm } from './send-form.tsx'
import './webhooks.css'

export function WebhooksView() {
  useShortcuts([{ key: 'Escape', does: 'Back to the list', run: () => go({ view: 'webhooks' }) }])
  useEffect(watch, [])
  const at = route.value
  const id = at.view === 'webhooks' ? at.id : undefined
  return (
    <main class={`webhooks split ${id === undefined ? '' : 'opened'}`} onKeyDown={moveInRows}>
      <h1 class="unseen">Webhooks</h1>
      <section class="list" aria-label="Webhooks">
        <div class="tools">
          <a class="button" href={hrefOf({ view: 'webhooks', id: 'new' })}>
            Send a webhook
          </a>
        </div>
        <div class="scrolled">
          {listFault.value && (
            <p class="fault" role="alert">
              {listFault.value}
            </p>
          )}
          <List openId={id} />
        </div>
      </section>
      <section class="detail" aria-label="Webhook">
        {id === undefined && <Nothing />}
        {id === 'new' && <NewWebhook />}
        {typeof id === 'number' && <DeliveryDetail key={id} id={id} />}
      </section>
    </main>
  )
}

function watch(): () => void {
  void refreshDeliveries()
  return keepAsking({ ask: refreshDeliveries, leastPause: () => 1000 })
}

const step = 100

function List({ openId }: { readonly openId: number | 'new' | undefined }) {
  const limit = useSignal(step)
  const all = deliveries.value
  if (!all) return null
  if (all.length === 0) return <p class="hint">No webhook has been sent yet.</p>
  const shown = all.slice(-limit.value).reverse()
  return (
    <>
      <ul aria-label="Webhooks, the newest first">
        {shown.map((delivery) => (
          <DeliveryItem key={delivery.id} delivery={delivery} isOpen={delivery.id === openId} />
        ))}
      </ul>
      <ShowMore count={all.length} limit={limit} step={step} />
    </>
  )
}

function NewWebhook() {
  return (
    <div class="new-webhook">
      <div class="title">
        <a class="button quiet back" href={hrefOf({ view: 'webhooks' })} aria-label="All webhooks">
          ←
        </a>
        <h2>Send a webhook</h2>
      </div>
      <SendForm />
    </div>
  )
}

function Nothing() {
  return (
    <div class="empty">
      <p>
        A webhook is sent to your own server, signed as Stripe or GitHub sign theirs, and retried
        until the server accepts it. <a href={hrefOf({ view: 'webhooks', id: 'new' })}>Send one</a>,
        or open a request and choose “Send as webhook”.
      </p>
      <p>
        A rule sends webhooks after its response with <code>then</code>.
      </p>
    </div>
  )
}
