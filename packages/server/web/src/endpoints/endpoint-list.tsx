// The list of endpoints, with search by the beginning of their names.
import type { Endpoint } from '@mock-endpoint/core/client'
import { useEffect, useRef } from 'preact/hooks'
import {
  hasMoreNames,
  mostLookedAt,
  namesError,
  namesWithoutRecord,
} from '../rules/names-with-rules.ts'
import { useFocusOnLeaving } from '../shell/focus.ts'
import { hrefOf, route } from '../shell/route.ts'
import { SearchField } from '../shell/search-field.tsx'
import { delayText } from './delay.ts'
import { isReady, listError, listed, next, readMore, refresh, search } from './state.ts'
import { textOf } from './status-code.ts'

export function EndpointList() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // As in many lists: a slash leads to the search, wherever one does not type.
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  const find = (text: string): void => {
    search.value = text
    void refresh()
  }
  const rows = useRef<HTMLUListElement>(null)
  const before = useRef(0)
  const tellFocus = useFocusOnLeaving(() =>
    rows.current?.querySelector<HTMLElement>(`li:nth-child(${before.current + 1}) a`),
  )
  const showMore = (): void => {
    before.current = listed.value.length
    void readMore()
  }
  return (
    <section class="list" aria-label="Endpoints">
      <div class="tools">
        <SearchField
          inputRef={input}
          hint="Search by name"
          label="Search by the beginning of the name"
          value={search.value}
          onSearch={find}
        />
        <a class="button primary" href={hrefOf({ view: 'new' })}>
          Add
        </a>
      </div>
      <p class="count" role="status">
        {countText()}
      </p>
      <ErrorText text={listError.value} />
      <ul ref={rows}>
        {listed.value.map((endpoint) => (
          <Row key={endpoint.name} endpoint={endpoint} />
        ))}
      </ul>
      {next.value !== null && (
        <button type="button" class="more" onFocus={tellFocus} onClick={showMore}>
          Show more
        </button>
      )}
      <WithoutRecord />
    </section>
  )
}

function countText(): string {
  if (!isReady.value) return ''
  const { length } = listed.value
  const more = next.value === null ? '' : ' shown, there are more'
  const isNothing = length + namesWithoutRecord.value.length === 0
  if (isNothing && search.value !== '') return `No name begins with “${search.value}”.`
  return `${length} ${length === 1 ? 'endpoint' : 'endpoints'}${more}`
}

function Row({ endpoint }: { endpoint: Endpoint }) {
  const { name, data, statusCode, delay } = endpoint
  return (
    <li>
      <a href={hrefOf({ view: 'endpoints', name })} aria-current={currentIs(name)}>
        <span class="name">{name}</span>
        <span class={`status s${Math.floor(statusCode / 100)}`} title={textOf(statusCode)}>
          {statusCode}
        </span>
        <span class="data">{data.slice(0, 200)}</span>
        {delay > 0 && <span class="delay">{delayText(delay)}</span>}
      </a>
    </li>
  )
}

/** The names that have rules alone. */
function WithoutRecord() {
  const names = namesWithoutRecord.value
  return (
    <>
      {(names.length > 0 || hasMoreNames.value) && <h2>Rules alone</h2>}
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={hrefOf({ view: 'endpoints', name })} aria-current={currentIs(name)}>
              <span class="name">{name}</span>
            </a>
          </li>
        ))}
      </ul>
      {hasMoreNames.value && (
        <p class="note">From the first {mostLookedAt.toLocaleString('en-GB')} rules.</p>
      )}
      <ErrorText text={namesError.value} />
    </>
  )
}

function ErrorText({ text }: { readonly text: string | undefined }) {
  if (!text) return null
  return (
    <p class="fault" role="alert">
      {text}
    </p>
  )
}

function currentIs(name: string): 'true' | undefined {
  const at = route.value
  return at.view === 'endpoints' && at.name === name ? 'true' : undefined
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // The editor is in a shadow tree of its own.
  return (
    target.isContentEditable ||
    /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) ||
    !!target.shadowRoot
  )
}
