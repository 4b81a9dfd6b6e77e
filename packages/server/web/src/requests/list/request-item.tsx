// One row of the list: time, target, outcome and duration of a request.
import type { RequestRow } from '../../api/request-row.ts'
import { hrefOf } from '../../shell/route.ts'
import { sayError } from '../../shell/toasts.tsx'
import { sizeText } from '../../words/size-text.ts'
import { releaseRequest } from '../detail/release-request.ts'
import { OutcomePill } from '../outcome-pill.tsx'
import { clockText, durationText, fullTimeText } from '../time-text.ts'

interface RequestItemProps {
  readonly row: RequestRow
  readonly isOpen: boolean
  /** Whether it arrived while the list was shown. */
  readonly isNew: boolean
}

/**
 * Reads no signal and reuses no element. Otherwise Preact 11.2 would skip rows that did not change,
 * and each skip would keep removed rows in memory.
 */
export function RequestItem({ row, isOpen, isNew }: RequestItemProps) {
  const { id, method, path, query, receivedAt, outcome, durationMs, isHeld } = row
  const [, prefix = '', rest = ''] = /^(\/endpoint\/)?(.*)$/s.exec(path + query) ?? []
  return (
    <li class={`${outcome} ${isNew ? 'new' : ''} ${isHeld ? 'held' : ''}`}>
      <a data-row href={hrefOf({ view: 'requests', id })} aria-current={isOpen || undefined}>
        <time dateTime={new Date(receivedAt).toISOString()} title={fullTimeText(receivedAt)}>
          {clockText(receivedAt)}
        </time>{' '}
        <span class="method">{method}</span>{' '}
        <span class="path" title={path + query}>
          {prefix && <span class="prefix">{prefix}</span>}
          {rest}
        </span>{' '}
        <span class="type">{row.contentType}</span>{' '}
        <span class="size">{row.bodyBytes > 0 && sizeText(row.bodyBytes)}</span>{' '}
        <span class="became">
          <OutcomePill {...row} />
        </span>{' '}
        <span class="took">{durationMs === null ? '…' : durationText(durationMs)}</span>
      </a>
      {isHeld && (
        <button
          type="button"
          class="small"
          aria-label={`Release request ${id}`}
          onClick={() => releaseRequest(id).catch(sayError)}
        >
          Release
        </button>
      )}
    </li>
  )
}
