// The response: status, time, rule, body and headers; or the reason why there is none.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { StatusPill } from '../../parts/status-pill.tsx'
import { OutcomePill } from '../outcome-pill.tsx'
import { durationText } from '../time-text.ts'
import { HeaderList } from './header-list.tsx'
import { MessageBody } from './message-body.tsx'
import { RuleLink } from './rule-link.tsx'

interface ResponsePartProps {
  readonly request: RecordedRequest
  /** Whether the service's journal no longer has it. */
  readonly isForgotten: boolean
}

export function ResponsePart({ request, isForgotten }: ResponsePartProps) {
  const { response, statusCode } = request
  const head = <Head request={request} isForgotten={isForgotten} />
  if (response === undefined) {
    return (
      <section class="part">
        <div class="head">{head}</div>
        <p class="note">{wordsFor(request, isForgotten)}</p>
      </section>
    )
  }
  const isEmpty = response.bodyBytes === 0
  return (
    <>
      <MessageBody message={response} what="the body of the response">
        {head}
        {isEmpty && statusCode !== null && <span class="figure">no body</span>}
      </MessageBody>
      <HeaderList headers={response.headers} title="Headers of the response" />
    </>
  )
}

function Head({ request, isForgotten }: ResponsePartProps) {
  const { outcome, statusCode, durationMs, endpoint, rule, fault, held, forwarded } = request
  const isLost = outcome === 'pending' && isForgotten
  return (
    <>
      <h3>Response</h3>
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
      {forwarded && (
        <span>
          {forwarded.error === undefined ? 'from ' : `no response (${forwarded.error}) from `}
          <code>{forwarded.to}</code> in {durationText(forwarded.durationMs)}
        </span>
      )}
      {forwarded?.recorded !== undefined && (
        <span>
          recorded as <RuleLink endpoint={endpoint ?? ''} rule={forwarded.recorded} />
        </span>
      )}
      {forwarded?.notRecorded !== undefined && <span>not recorded: {forwarded.notRecorded}</span>}
    </>
  )
}

/** Returns the reason why no response is shown. */
function wordsFor({ outcome, fault }: RecordedRequest, isForgotten: boolean): string {
  if (outcome === 'pending' && isForgotten) {
    return 'The journal dropped it while it was pending, so its end is unknown.'
  }
  if (outcome === 'pending') return 'It waits for its response.'
  if (fault) return `Its rule broke the connection instead: ${fault}.`
  if (outcome === 'aborted') return 'The client left before it was answered.'
  return 'The journal keeps no responses.'
}
