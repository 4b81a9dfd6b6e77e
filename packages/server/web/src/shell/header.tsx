// The header of the page: links to its views, address and health of the service, and a menu.

import { isLocked } from '../api/control.ts'
import { total } from '../endpoints/state.ts'
import icon from '../icon.svg'
import { CopyButton } from '../parts/copy-button.tsx'
import { Menu } from '../parts/menu.tsx'
import { openDialog } from './dialog-state.ts'
import { health } from './health.ts'
import { newRequests } from './news.ts'
import { hrefOf, route } from './route.ts'
import { keyText } from './shortcuts.ts'
import { theme, themes } from './theme.ts'

export function Header() {
  return (
    <header class="top">
      <a class="brand" href={hrefOf({ view: 'endpoints' })} aria-label="mock-endpoint">
        <img src={icon} alt="" width="22" height="22" />
        <span>mock-endpoint</span>
      </a>
      {!isLocked.value && <Views />}
      <div class="end">
        {!isLocked.value && (
          <button type="button" class="jump-to quiet small" onClick={() => openDialog('jump')}>
            <span class="word">Jump to</span>
            <span class="icon" aria-hidden="true">
              ⌕
            </span>
            <kbd>{keyText('Mod+k')}</kbd>
          </button>
        )}
        <div class="address">
          <code>{location.host}</code>
          <CopyButton text={location.origin} what="the address of the service" />
        </div>
        <HealthMark />
        <PageMenu />
      </div>
    </header>
  )
}

function Views() {
  const { view } = route.value
  const isRequests = view === 'requests'
  const isWebhooks = view === 'webhooks'
  return (
    <nav aria-label="Views">
      <a
        href={hrefOf({ view: 'endpoints' })}
        aria-current={isRequests || isWebhooks ? undefined : 'page'}
      >
        Endpoints
        {total.value !== undefined && (
          <span class="count">{total.value.toLocaleString('en-GB')}</span>
        )}
      </a>
      <a href={hrefOf({ view: 'requests' })} aria-current={isRequests ? 'page' : undefined}>
        Requests <NewCount />
      </a>
      <a href={hrefOf({ view: 'webhooks' })} aria-current={isWebhooks ? 'page' : undefined}>
        Webhooks
      </a>
    </nav>
  )
}

function NewCount() {
  const count = newRequests.value
  if (count === 0) return null
  return (
    <span class="count new">
      {count > 999 ? '999+' : count}
      <span class="word"> new</span>
    </span>
  )
}

const words = { ok: 'Running', degraded: 'Degraded', unreachable: 'Unreachable' }

function HealthMark() {
  if (isLocked.value) return <p class="health">Needs a token</p>
  const { status, reason, version } = health.value ?? {}
  if (!status) return null
  return (
    <p class={`health ${status}`} role="status" title={reason ?? `Version ${version}`}>
      <span class="dot" aria-hidden="true" />
      <span class="word">{words[status]}</span>
      {reason && <span class="reason"> {reason}</span>}
    </p>
  )
}

const themeNames = { system: 'System theme', light: 'Light', dark: 'Dark' }

function PageMenu() {
  const choices = themes.map((one) => ({
    text: themeNames[one],
    isChosen: theme.value === one,
    run: () => {
      theme.value = one
    },
  }))
  const keys = { text: 'Keyboard shortcuts', run: () => openDialog('keys') }
  return <Menu label="Theme and help" items={[...choices, keys]} />
}
