// The details of one request: its body first, then its query, headers and response.
import { Problem, type RecordedRequest } from '@mock-endpoint/core/client'
import { type Signal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { control, messageOf } from '../../api/control.ts'
import { liveJournal } from '../../api/live-journal.ts'
import type { RequestRow } from '../../api/request-row.ts'
import { OpenedTitle } from '../../parts/opened-title.tsx'
import { Pairs } from '../../parts/pairs.tsx'
import { useFocusOnLeaving, useFocusOnOpening } from '../../shell/focus.ts'
import { hrefOf } from '../../shell/route.ts'
import { compared } from '../compare/compared.ts'
import { Comparison } from '../compare/comparison.tsx'
import { fullTimeText } from '../time-text.ts'
import { DetailActions } from './detail-actions.tsx'
import { FollowedBy } from './followed-by.tsx'
import { HeaderList } from './header-list.tsx'
import { MessageBody } from './message-body.tsx'
import { pairsOf } from './message-text.ts'
import { Release } from './release.tsx'
import { ResponsePart } from './response-part.tsx'
import { Unmatched } from './unmatched.tsx'

export function RequestDetail({ id }: { readonly id: number }) {
  const { request, row, fault, isForgotten } = useRequest(id)
  const title = useRef<HTMLHeadingElement>(null)
  useFocusOnOpening(() => title.current)
  const tellFocus = useFocusOnLeaving(() => title.current)
  const found = request.value
  return (
    <div class="opened-request" onFocusIn={tellFocus}>
      <OpenedTitle heading={title} list={hrefOf({ view: 'requests' })} all="All requests">
        {found ? targetOf(found) : row.value ? rowTarget(row.value) : `Request ${id}`}
      </OpenedTitle>
      {fault.value && (
        <p class="fault" role="alert">
          {fault.value}
        </p>
      )}
      {found && (
        <>
          <When request={found} />
          <DetailActions request={found} />
          <Content request={found} isForgotten={isForgotten.value} />
        </>
      )}
    </div>
  )
}

interface Target {
  readonly method: string
  readonly path: string
  readonly query: string
}

function targetOf({ method, path, query }: Target): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`
}

/** Like `targetOf`, for a row, whose query includes the question mark. */
function rowTarget({ method, path, query }: Target): string {
  return `${method} ${path}${query}`
}

function When({ request }: { readonly request: RecordedRequest }) {
  const { receivedAt, endpoint, daemon } = request
  return (
    <p class="when">
      <time dateTime={receivedAt}>{fullTimeText(Date.parse(receivedAt))}</time>
      {endpoint !== null && (
        <>
          {' · endpoint '}
          <a href={hrefOf({ view: 'endpoints', name: endpoint })}>{endpoint}</a>
        </>
      )}
      {daemon !== undefined && ` · daemon ${daemon}`}
    </p>
  )
}

interface ContentProps {
  readonly request: RecordedRequest
  /** Whether the service's journal no longer has it. */
  readonly isForgotten: boolean
}

function Content({ request, isForgotten }: ContentProps) {
  const { outcome, held, bodyBytes, query, headers } = request
  const other = compared.value
  if (other && other.id !== request.id) return <Comparison before={other} after={request} />
  return (
    <>
      {outcome === 'unmatched' && <Unmatched request={request} />}
      {held && !isForgotten && <Release request={request} />}
      {bodyBytes === 0 ? (
        <p class="note">No body.</p>
      ) : (
        <MessageBody message={request} what="the body">
          <h3>Body</h3>
        </MessageBody>
      )}
      {query !== '' && (
        <section class="part">
          <h3>Query</h3>
          <Pairs pairs={pairsOf(query)} />
        </section>
      )}
      <HeaderList headers={headers} title="Headers" />
      <ResponsePart request={request} isForgotten={isForgotten} />
      <FollowedBy request={request} />
    </>
  )
}

interface ReadRequest {
  readonly request: Signal<RecordedRequest | undefined>
  /** Its row in the list, which is available immediately. */
  readonly row: { readonly value: RequestRow | undefined }
  readonly fault: Signal<string | undefined>
  /** Whether the service's journal no longer has it. */
  readonly isForgotten: Signal<boolean>
}

function useRequest(id: number): ReadRequest {
  const request = useSignal<RecordedRequest | undefined>(undefined)
  const fault = useSignal<string | undefined>(undefined)
  const isForgotten = useSignal(false)
  const row = useComputed(() => liveJournal.value.rows.find((one) => one.id === id))
  useEffect(() => {
    const ending = new AbortController()
    control.getRequest(String(id), ending.signal).then(
      (read) => {
        request.value = read
        fault.value = undefined
      },
      (error) => {
        if (ending.signal.aborted) return
        fault.value = messageOf(error)
        isForgotten.value = error instanceof Problem && error.code === 'request-not-found'
      },
    )
    return () => ending.abort()
  }, [id, row.value?.outcome === 'pending', row.value?.isHeld])
  return { request, row, fault, isForgotten }
}
