// The list of endpoints, with a search for any part of their names.
import type { EndpointSummary } from '@mock-endpoint/core/client'
import { useEffect, useRef } from 'preact/hooks'
import { unsavedNames } from '../../drafts/kept-drafts.ts'
import { moveInRows } from '../../parts/row-keys.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { namesError, namesWithRulesAlone } from '../../rules/list/names-with-rules.ts'
import { searchField, useFocusOnLeaving } from '../../shell/focus.ts'
import { go, hrefOf } from '../../shell/route.ts'
import { delayText } from '../form/delay.ts'
import { openedName } from '../opened-name.ts'
import {
  find,
  isReady,
  listError,
  listed,
  matching,
  next,
  readMore,
  refresh,
  search,
} from '../state.ts'
import { FileFaults } from './file-faults.tsx'
import { NameText } from './name-text.tsx'
import { Unsaved, WithRulesAlone } from './names-alone.tsx'
import { countOfRules, StatusNow } from './status-now.tsx'
import { UnsavedMark } from './unsaved-mark.tsx'

export function EndpointList() {
  const scrolled = useRef<HTMLDivElement>(null)
  const onSearch = (text: string): void => {
    scrolled.current?.scrollTo({ top: 0 })
    void find(text)
  }
  return (
    <section class="list" aria-label="Endpoints" onKeyDown={onKey}>
      <Tools onSearch={onSearch} />
      <FileFaults />
      <div ref={scrolled} class="scrolled">
        <Unsaved />
        <Rows />
        <WithRulesAlone />
        <Nothing />
      </div>
      <div class="foot">
        <p role="status">{countText()}</p>
        <ErrorText text={listError.value ?? namesError.value} />
      </div>
    </section>
  )
}

function onKey(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  if (event.key === 'Enter' && event.target === searchField()) void openFirst()
  else moveInRows(event)
}

/** Opens the first endpoint found, after a refresh, because the list may show an earlier search. */
async function openFirst(): Promise<void> {
  const wanted = search.peek()
  await refresh()
  const first = listed.peek().find(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
  if (first && wanted !== '' && search.peek() === wanted)
    go({ view: 'endpoints', name: first.name })
}

function Tools({ onSearch }: { readonly onSearch: (text: string) => void }) {
  return (
    <div class="tools">
      <SearchField
        hint="Search"
        label="Search endpoints by name"
        value={search.value}
        onSearch={onSearch}
      />
      <a class="button" href={hrefOf({ view: 'new' })}>
        Add
      </a>
    </div>
  )
}

function Rows() {
  const rows = useRef<HTMLUListElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const before = useRef(0)
  const current = openedName()
  const rowAt = (i: number): HTMLElement | null | undefined =>
    rows.current?.querySelector<HTMLElement>(`li:nth-child(${i + 1}) a`)
  const tellRow = useFocusOnLeaving(() => rowAt(before.current) ?? searchField())
  const tellMore = useFocusOnLeaving(() => rowAt(before.current))
  const showMore = (): void => {
    before.current = listed.peek().length
    void readMore()
  }
  const isListed = listed.value.some(({ name }) => name === current)
  useEffect(() => {
    rows.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current, isListed])
  useEffect(() => {
    if (!more.current) return undefined
    // A busy browser reports several changes at once.
    const seen = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) showMore()
    })
    seen.observe(more.current)
    return () => seen.disconnect()
    // Observes again, because the end of a longer list is elsewhere.
  }, [listed.value.length, next.value === null])
  return (
    <>
      <ul
        ref={rows}
        onFocusIn={(event) => {
          const row = (event.target as Element).closest('li')
          before.current = row ? [...(rows.current?.children ?? [])].indexOf(row) : 0
          tellRow(event)
        }}
      >
        {listed.value.map((endpoint) => (
          <Row
            key={endpoint.name}
            endpoint={endpoint}
            isCurrent={endpoint.name === current}
            isUnsaved={unsavedNames.value.has(endpoint.name)}
          />
        ))}
      </ul>
      {next.value !== null && (
        <button ref={more} type="button" class="more" onFocus={tellMore} onClick={showMore}>
          Show more
        </button>
      )}
    </>
  )
}

interface RowProps {
  readonly endpoint: EndpointSummary
  readonly isCurrent: boolean
  readonly isUnsaved: boolean
}

function Row({ endpoint, isCurrent, isUnsaved }: RowProps) {
  const { name, dataStart, statusCode, delay, file, changed } = endpoint
  return (
    <li>
      <a
        data-row
        href={hrefOf({ view: 'endpoints', name })}
        title={name}
        aria-current={isCurrent || undefined}
      >
        <span class="title">
          <span class="name">
            <NameText name={name} />
          </span>
          {isUnsaved && <UnsavedMark />}
          {file !== undefined && <FileMark file={file} isChanged={changed === true} />}
        </span>
        <StatusNow name={name} statusCode={statusCode} />
        <span class="data">{dataStart}</span>
        <span class="also">
          {[countOfRules(name), delay > 0 && delayText(delay)].filter(Boolean).join(' · ')}
        </span>
      </a>
    </li>
  )
}

interface FileMarkProps {
  readonly file: string
  readonly isChanged: boolean
}

function FileMark({ file, isChanged }: FileMarkProps) {
  const text = `From ${file}${isChanged ? ', changed since' : ''}`
  return (
    <span class={isChanged ? 'file changed' : 'file'} title={text}>
      <span class="unseen"> {text}</span>
    </span>
  )
}

/** Shown in place of the rows if the search finds nothing, with a link to add the endpoint. */
function Nothing() {
  const isFound = listed.value.length + namesWithRulesAlone.value.length > 0
  if (!isReady.value || search.value === '' || isFound) return null
  return (
    <p class="nothing">
      Nothing has “{search.value}” in its name.{' '}
      <a href={hrefOf({ view: 'new', name: search.value })}>Add it</a>
    </p>
  )
}

function countText(): string {
  if (!isReady.value) return listError.value ? '' : 'Loading …'
  const { length } = listed.value
  const all = matching.value?.toLocaleString('en-GB') ?? 'many'
  const count = length.toLocaleString('en-GB')
  if (search.value !== '')
    return next.value === null ? `${count} found` : `${count} of ${all} found`
  if (next.value !== null) return `${count} of ${all}`
  return `${count} ${length === 1 ? 'endpoint' : 'endpoints'}`
}

function ErrorText({ text }: { readonly text: string | undefined }) {
  if (!text) return null
  return (
    <p class="fault" role="alert">
      {text}
    </p>
  )
}
