// The view while no endpoint is open: the base URL, a command to try an endpoint, and the last
// requests, with unmatched ones first.
import { useComputed } from '@preact/signals'
import { connection, liveJournal } from '../api/live-journal.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { RecentRequests } from '../requests/list/recent-requests.tsx'
import { namesWithRulesAlone } from '../rules/list/names-with-rules.ts'
import { hrefOf } from '../shell/route.ts'
import { forShell } from '../words/for-shell.ts'
import { listed } from './state.ts'
import { urlOf } from './url-of.ts'
import './overview.css'

const most = 8

export function Overview() {
  const base = `${location.origin}/endpoint`
  const name = listed.value[0]?.name ?? namesWithRulesAlone.value[0]
  const call = name === undefined ? undefined : `curl ${forShell(urlOf(name))}`
  return (
    <div class="overview">
      <section aria-label="Base URL">
        <h2>Base URL</h2>
        <div class="snippet">
          <pre>{base}</pre>
          <CopyButton text={base} what="the base URL" />
        </div>
        {call && (
          <div class="snippet">
            <pre>{call}</pre>
            <CopyButton text={call} what="the command" />
          </div>
        )}
        <p class="note">
          Choose an endpoint to see and change its response, or{' '}
          <a href={hrefOf({ view: 'new' })}>add one</a>.
        </p>
      </section>
      <LastRequests />
    </div>
  )
}

function LastRequests() {
  const rows = useComputed(() => liveJournal.value.rows).value
  const unmatched = rows.filter(({ outcome }) => outcome === 'unmatched')
  const others = rows.filter(({ outcome }) => outcome !== 'unmatched')
  if (rows.length === 0) {
    const isKnown = connection.value.status === 'live'
    return isKnown ? <p class="note">No request has come yet.</p> : null
  }
  return (
    <>
      {unmatched.length > 0 && (
        <section aria-label="Unmatched requests">
          <h2>Nothing matched these</h2>
          <RecentRequests label="Unmatched requests" rows={unmatched} most={most} />
        </section>
      )}
      {others.length > 0 && (
        <section aria-label="Last requests">
          <div class="head">
            <h2>Last requests</h2>
            <a href={hrefOf({ view: 'requests' })}>
              Show all {rows.length.toLocaleString('en-GB')}
            </a>
          </div>
          <RecentRequests label="Last requests" rows={others} most={most} />
        </section>
      )}
    </>
  )
}
