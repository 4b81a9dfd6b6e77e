// One request, opened: what became of it, its headers and its body.
import { Problem, type RecordedRequest } from '@mock-endpoint/core/client'
import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { control, messageOf } from '../api/control.ts'
import { liveJournal } from '../api/live-journal.ts'
import { textOf } from '../endpoints/status-code.ts'
import { CopyButton } from '../shell/copy-button.tsx'
import { moveFocus, useFocusOnLeaving } from '../shell/focus.ts'
import { hrefOf } from '../shell/route.ts'
import { curlOf } from './curl.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { outcomeNames } from './outcomes.ts'
import { Release } from './release.tsx'
import { RequestBody } from './request-body.tsx'
import { RuleLink } from './rule-link.tsx'
import { durationText, fullTimeText } from './time-text.ts'
import { Unmatched } from './unmatched.tsx'

export function RequestDetail({ id }: { readonly id: number }) {
  const found = useSignal<RecordedRequest | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  const isForgotten = useSignal(false)
  const title = useRef<HTMLHeadingElement>(null)
  // It is read again when it ends.
  const isPending = useComputed(
    () => liveJournal.value.rows.find((row) => row.id === id)?.outcome === 'pending',
  )
  useEffect(() => {
    const ending = new AbortController()
    control.getRequest(String(id), ending.signal).then(
      (request) => {
        found.value = request
        fault.value = undefined
      },
      (error) => {
        if (ending.signal.aborted) return
        fault.value = messageOf(error)
        isForgotten.value = error instanceof Problem && error.code === 'request-not-found'
      },
    )
    return () => ending.abort()
  }, [id, isPending.value])
  useEffect(() => moveFocus(title.current), [])
  const tellFocus = useFocusOnLeaving(() => title.current)
  return (
    <section class="opened-request" aria-label="Request" onFocusIn={tellFocus}>
      <div class="head">
        <h2 ref={title} tabIndex={-1}>
          Request {id}
        </h2>
        <a class="button small" href={hrefOf({ view: 'requests' })}>
          Close
        </a>
      </div>
      {fault.value && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
      {found.value && <Shown request={found.value} isForgotten={isForgotten.value} />}
    </section>
  )
}

interface ShownProps {
  readonly request: RecordedRequest
  /** Whether the service's journal has it no more. */
  readonly isForgotten: boolean
}

function Shown({ request, isForgotten }: ShownProps) {
  const { method, path, query, headers, outcome, held } = request
  const target = query === '' ? path : `${path}?${query}`
  return (
    <>
      <p class="asked">
        <strong>{method}</strong> <code>{target}</code>
      </p>
      {outcome === 'unmatched' && <Unmatched request={request} />}
      {held && !isForgotten && <Release request={request} />}
      <Facts request={request} isForgotten={isForgotten} />
      <div class="head">
        <h3>Headers</h3>
        <CopyButton text={toLines(headers)} what="the headers" />
      </div>
      <dl class="headers">
        {headers.map(([name, value], i) => (
          <div key={i}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>Body</h3>
      <RequestBody key={request.id} request={request} />
    </>
  )
}

function Facts({ request, isForgotten }: ShownProps) {
  const { endpoint, rule, fault, outcome, bodyTruncated } = request
  const curl = curlOf(request, location.origin)
  return (
    <dl class="facts">
      {endpoint !== null && (
        <Fact name="Endpoint">
          <a href={hrefOf({ view: 'endpoints', name: endpoint })}>{endpoint}</a>
        </Fact>
      )}
      {endpoint !== null && rule !== null && (
        <Fact name="Rule">
          <RuleLink endpoint={endpoint} rule={rule} />
        </Fact>
      )}
      <Fact name="Outcome">
        <OutcomeMark outcome={outcome} />{' '}
        {outcome === 'pending' && isForgotten ? 'Not known any more' : outcomeText(request)}
      </Fact>
      {fault && <Fact name="Fault">{fault}</Fact>}
      <Fact name="Received">{fullTimeText(Date.parse(request.receivedAt))}</Fact>
      <Fact name="As curl">
        <CopyButton text={curl} what="the request as a curl command" />
        {bodyTruncated && ' with as much of the body as was kept'}
      </Fact>
    </dl>
  )
}

interface FactProps {
  readonly name: string
  readonly children: preact.ComponentChildren
}

function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function outcomeText({ outcome, statusCode, durationMs, held }: RecordedRequest): string {
  const status = statusCode === null ? '' : ` ${textOf(statusCode)}`
  const took = durationMs === null ? '' : `, ${durationText(durationMs)}`
  return `${outcomeNames[outcome]}${held ? ', held' : ''}${status}${took}`
}

function toLines(headers: RecordedRequest['headers']): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n')
}
