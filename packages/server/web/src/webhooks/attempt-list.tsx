// The attempts of a delivery, each with its reply and the sent message.
import type { Delivery, DeliveryAttempt } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { ShowMore } from '../parts/show-more.tsx'
import { StatusPill } from '../parts/status-pill.tsx'
import { HeaderList } from '../requests/detail/header-list.tsx'
import { MessageBody } from '../requests/detail/message-body.tsx'
import { clockText, durationText } from '../requests/time-text.ts'

const step = 20

export function AttemptList({ delivery }: { readonly delivery: Delivery }) {
  const { attempts, attemptsDropped } = delivery
  const limit = useSignal(step)
  return (
    <>
      {attemptsDropped > 0 && (
        <p class="note">{attemptsDropped} earlier attempts are no longer kept.</p>
      )}
      {attempts.slice(0, limit.value).map((attempt) => (
        <Attempt key={attempt.messageId + attempt.sentAt} attempt={attempt} delivery={delivery} />
      ))}
      <ShowMore count={attempts.length} limit={limit} step={step} />
    </>
  )
}

interface AttemptProps {
  readonly attempt: DeliveryAttempt
  readonly delivery: Delivery
}

function Attempt({ attempt: made, delivery: { messages } }: AttemptProps) {
  const { event, attempt, sentAt, durationMs, statusCode, error, detail, request, response } = made
  const name = `Attempt ${attempt}${messages > 1 ? ` of event ${event + 1}` : ''}`
  const head = (
    <>
      <h3>{name}</h3>
      {statusCode !== null && <StatusPill statusCode={statusCode} isNamed />}
      {error !== undefined && <span class="pill broken">{error}</span>}
      <span class="figure">
        {clockText(Date.parse(sentAt))}, {durationText(durationMs)}
      </span>
    </>
  )
  return (
    <section class="attempt" aria-label={name}>
      {response ? (
        <MessageBody message={response} what="the body of the reply">
          {head}
        </MessageBody>
      ) : (
        <div class="part">
          <div class="head">{head}</div>
        </div>
      )}
      {detail && <p class="note">{detail}</p>}
      {response && <HeaderList headers={response.headers} title="Headers of the reply" />}
      {request && (
        <details>
          <summary>What was sent</summary>
          <MessageBody message={request} what="the body that was sent">
            <h4>Body</h4>
          </MessageBody>
          <HeaderList headers={request.headers} title="Headers that were sent" />
        </details>
      )}
    </section>
  )
}
