// The last requests to an endpoint, matched or not, and a link to all of them.
import { useComputed } from '@preact/signals'
import { liveJournal } from '../api/live-journal.ts'
import { RecentRequests } from '../requests/list/recent-requests.tsx'
import { searched } from '../requests/list/selection.ts'
import { hrefOf } from '../shell/route.ts'

const most = 5

export function EndpointRequests({ name }: { readonly name: string }) {
  const rows = useComputed(() => requestsTo(name)).value
  return (
    <section class="requests-of" aria-label="Requests">
      <div class="head">
        <h2 tabIndex={-1}>Requests</h2>
        {rows.length > 0 && (
          <a
            href={hrefOf({ view: 'requests' })}
            onClick={() => {
              searched.value = `endpoint:"${name}"`
            }}
          >
            Show all {rows.length.toLocaleString('en-GB')}
          </a>
        )}
      </div>
      {rows.length === 0 && <p class="note">No requests yet.</p>}
      <RecentRequests label="The last requests" rows={rows} most={most} />
    </section>
  )
}

/** Returns the requests to an endpoint that this tab knows, in the order of their ids. */
export function requestsTo(name: string) {
  return liveJournal.value.rows.filter(({ endpoint }) => endpoint === name)
}
