// The rows of the list that are not endpoints of the service: names with only rules, and new or
// removed endpoints with unsaved changes.
import { idOfNew } from '../../drafts/draft-keys.ts'
import { unsaved, unsavedNames } from '../../drafts/kept-drafts.ts'
import {
  hasMoreNames,
  mostLookedAt,
  namesWithRulesAlone,
} from '../../rules/list/names-with-rules.ts'
import { hrefOf, type Route, route } from '../../shell/route.ts'
import { openedName } from '../opened-name.ts'
import { listed, next, search } from '../state.ts'
import { NameText } from './name-text.tsx'
import { countOfRules, StatusNow } from './status-now.tsx'
import { UnsavedMark } from './unsaved-mark.tsx'

export function WithRulesAlone() {
  const names = namesWithRulesAlone.value
  if (names.length === 0 && !hasMoreNames.value) return null
  return (
    <>
      <h2>Rules alone</h2>
      <ul>
        {names.map((name) => (
          <Row
            key={name}
            to={{ view: 'endpoints', name }}
            isCurrent={openedName() === name}
            isUnsaved={unsavedNames.value.has(name)}
            beside={
              <>
                <StatusNow name={name} />
                <span class="also">{countOfRules(name)}</span>
              </>
            }
          >
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

/** New endpoints, and endpoints with unsaved changes that the service no longer has. */
export function Unsaved() {
  const begun = begunOnes()
  const names = goneNames()
  if (begun.length === 0 && names.length === 0) return null
  const { value: at } = route
  return (
    <ul class="unsaved">
      {begun.map(({ draftId, title, isUnsaved }) => (
        <Row
          key={`/${draftId}`}
          to={{ view: 'new', draftId }}
          isCurrent={at.view === 'new' && at.draftId === draftId}
          isUnsaved={isUnsaved}
        >
          {title === '' ? 'New endpoint' : `New: ${title}`}
        </Row>
      ))}
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

interface Begun {
  readonly draftId: string
  readonly title: string
  readonly isUnsaved: boolean
}

/** Returns the new endpoints. The open one comes last if nothing is typed into it yet. */
function begunOnes(): readonly Begun[] {
  const { value: at } = route
  const kept = [...unsaved.value].flatMap(([key, title]) => {
    const draftId = idOfNew(key)
    return draftId === undefined ? [] : [{ draftId, title, isUnsaved: true }]
  })
  const isOpen = at.view === 'new' && !kept.some(({ draftId }) => draftId === at.draftId)
  return isOpen ? [...kept, { draftId: at.draftId ?? '', title: '', isUnsaved: false }] : kept
}

/** Returns names that the service no longer has, or none if the list is incomplete or filtered. */
function goneNames(): readonly string[] {
  if (next.value !== null || search.value !== '') return []
  const shown = [...listed.value.map(({ name }) => name), ...namesWithRulesAlone.value]
  return [...unsavedNames.value].filter((name) => !shown.includes(name)).sort()
}

interface RowProps {
  readonly to: Route
  readonly isCurrent: boolean
  readonly isUnsaved?: boolean
  readonly beside?: preact.ComponentChildren
  readonly children: preact.ComponentChildren
}

function Row({ to, isCurrent, isUnsaved = false, beside, children }: RowProps) {
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
        {beside && <span class="beside">{beside}</span>}
      </a>
    </li>
  )
}
