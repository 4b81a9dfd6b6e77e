// The rows of the list that are no endpoints of the service: names that only rules answer, and what
// is begun and not saved.
import { hasMoreNames, mostLookedAt, namesWithoutRecord } from '../rules/names-with-rules.ts'
import { hrefOf, type Route, route } from '../shell/route.ts'
import { newKey } from './draft-store.ts'
import { unsaved } from './kept-drafts.ts'
import { NameText } from './name-text.tsx'
import { openedName } from './opened-name.ts'
import { listed, next, search } from './state.ts'
import { UnsavedMark } from './unsaved-mark.tsx'

export function WithRulesAlone() {
  const names = namesWithoutRecord.value
  if (names.length === 0 && !hasMoreNames.value) return null
  return (
    <>
      <h2>Rules alone</h2>
      <ul>
        {names.map((name) => (
          <Row key={name} to={{ view: 'endpoints', name }} isCurrent={openedName() === name}>
            <NameText name={name} />
          </Row>
        ))}
      </ul>
      {hasMoreNames.value && (
        <p class="note">From the first {mostLookedAt.toLocaleString('en-GB')} rules.</p>
      )}
    </>
  )
}

/** The one that is begun, and those with unsaved changes that the service does not have any more. */
export function Unsaved() {
  const isNewOpen = route.value.view === 'new'
  const names = goneNames()
  const isBegun = unsaved.value.has(newKey)
  if (!isNewOpen && !isBegun && names.length === 0) return null
  return (
    <ul class="unsaved">
      {(isNewOpen || isBegun) && (
        <Row key="" to={{ view: 'new' }} isCurrent={isNewOpen} isUnsaved={isBegun}>
          New endpoint
        </Row>
      )}
      {names.map((name) => (
        <Row
          key={name}
          to={{ view: 'endpoints', name }}
          isCurrent={openedName() === name}
          isUnsaved
        >
          <NameText name={name} />
        </Row>
      ))}
    </ul>
  )
}

/** Where the list does not tell, because it goes on or is searched, they are not shown. */
function goneNames(): readonly string[] {
  if (next.value !== null || search.value !== '') return []
  const stored = new Set(listed.value.map(({ name }) => name))
  return [...unsaved.value].filter((name) => name !== newKey && !stored.has(name)).sort()
}

interface RowProps {
  readonly to: Route
  readonly isCurrent: boolean
  readonly isUnsaved?: boolean
  readonly children: preact.ComponentChildren
}

function Row({ to, isCurrent, isUnsaved = false, children }: RowProps) {
  const name = to.view === 'endpoints' ? to.name : undefined
  return (
    <li>
      <a
        data-row
        class="single"
        href={hrefOf(to)}
        title={name}
        aria-current={isCurrent || undefined}
      >
        <span class="title">
          <span class="name">{children}</span>
          {isUnsaved && <UnsavedMark />}
        </span>
      </a>
    </li>
  )
}
