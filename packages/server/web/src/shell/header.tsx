// The top of the page: what it is, where it is, how it is, and the way to its two views.
import icon from '../icon.svg'
import { CopyButton } from './copy-button.tsx'
import { health } from './health.ts'
import { hrefOf, route } from './route.ts'

export function Header() {
  const view = route.value.view
  return (
    <header class="top">
      <a class="brand" href={hrefOf({ view: 'endpoints' })}>
        <img src={icon} alt="" width="24" height="24" />
        <span>mock-endpoint</span>
      </a>
      <nav aria-label="Views">
        <a
          href={hrefOf({ view: 'endpoints' })}
          aria-current={view !== 'requests' ? 'page' : undefined}
        >
          Endpoints
        </a>
        <a
          href={hrefOf({ view: 'requests' })}
          aria-current={view === 'requests' ? 'page' : undefined}
        >
          Requests
        </a>
      </nav>
      <div class="address">
        <code>{location.origin}</code>
        <CopyButton text={location.origin} what="the address of the service" />
      </div>
      <HealthMark />
    </header>
  )
}

const words = { ok: 'Running', degraded: 'Degraded', unreachable: 'Unreachable' }

function HealthMark() {
  const { status, reason, version } = health.value ?? {}
  if (!status) return null
  return (
    <p class={`health ${status}`} role="status" title={version && `Version ${version}`}>
      <span class="dot" aria-hidden="true" />
      {words[status]}
      {reason && <span class="reason"> {reason}</span>}
    </p>
  )
}
