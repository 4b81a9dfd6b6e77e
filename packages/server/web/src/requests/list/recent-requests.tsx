// A few requests, the newest first, outside the journal: each leads to its place there.
import type { RequestRow } from '../../api/request-row.ts'
import { RequestItem } from './request-item.tsx'

interface RecentRequestsProps {
  readonly label: string
  /** In the order of their ids. */
  readonly rows: readonly RequestRow[]
  /** So many are shown. */
  readonly most: number
}

export function RecentRequests({ label, rows, most }: RecentRequestsProps) {
  return (
    <div class="recent">
      <ul class="rows" aria-label={label}>
        {rows
          .slice(-most)
          .reverse()
          .map((row) => (
            <RequestItem key={row.id} row={row} isOpen={false} isNew={false} />
          ))}
      </ul>
    </div>
  )
}
