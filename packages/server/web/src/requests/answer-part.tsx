// What was answered: status, time, rule, body and headers; or what became of the request instead.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { StatusPill } from '../shell/status-pill.tsx'
import { HeaderList } from './header-list.tsx'
import { MessageBody } from './message-body.tsx'
import { OutcomePill } from './outcome-pill.tsx'
import { RuleLink } from './rule-link.tsx'
import { durationText } from './time-text.ts'

interface AnswerPartProps {
  readonly request: RecordedRequest
  /** Whether the service's journal has it no more. */
  readonly isForgotten: boolean
}

export function AnswerPart({ request, isForgotten }: AnswerPartProps) {
  const { answer, statusCode } = request
  const head = <Head request={request} isForgotten={isForgotten} />
  if (answer === undefined) {
    return (
      <section class="part">
        <div class="head">{head}</div>
        <p class="note">{wordsFor(request, isForgotten)}</p>
      </section>
    )
  }
  const isEmpty = answer.bodyBytes === 0
  return (
    <>
      <MessageBody message={answer} what="the body of the answer">
        {head}
        {isEmpty && statusCode !== null && <span class="figure">no body</span>}
      </MessageBody>
      <HeaderList headers={answer.headers} title="Headers of the answer" />
    </>
  )
}

function Head({ request, isForgotten }: AnswerPartProps) {
  const { outcome, statusCode, durationMs, endpoint, rule, fault, held } = request
  const isLost = outcome === 'pending' && isForgotten
  return (
    <>
      <h3>Answer</h3>
      {statusCode !== null && <StatusPill statusCode={statusCode} isNamed />}
      {(statusCode === null || outcome === 'aborted' || fault) && !isLost && (
        <OutcomePill
          outcome={outcome}
          statusCode={statusCode}
          isHeld={held === true}
          fault={fault}
        />
      )}
      {durationMs !== null && <span class="figure">{durationText(durationMs)}</span>}
      {endpoint !== null && rule !== null && (
        <span>
          rule <RuleLink endpoint={endpoint} rule={rule} />
        </span>
      )}
    </>
  )
}

/** Why there is no answer to be seen. */
function wordsFor({ outcome, fault }: RecordedRequest, isForgotten: boolean): string {
  if (outcome === 'pending' && isForgotten) {
    return 'The journal dropped it while it waited, so nobody knows how it ended.'
  }
  if (outcome === 'pending') return 'It waits for its answer.'
  if (fault) return `Its rule broke the connection instead: ${fault}.`
  if (outcome === 'aborted') return 'The client left before it was answered.'
  return 'The journal keeps no answers.'
}
