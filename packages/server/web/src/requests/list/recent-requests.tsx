// A short list of requests, newest first, outside the journal view. Each links to its details.
import type { RequestRow } from '../../api/request-row.ts'
import { RequestItem } from './request-item.tsx'

interface RecentRequestsProps {
  readonly label: string
  /** In the order of their ids. */
  readonly rows: readonly RequestRow[]
  /** Maximum number of requests to show. */
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
