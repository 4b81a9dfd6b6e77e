// The rules of an endpoint, in the order in which they are tried, and the way to a new one.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { JsonForm } from '../editor/json-form.tsx'
import { typedText } from '../editor/typed-texts.ts'
import { moveFocus, useFocusOnLeaving } from '../shell/focus.ts'
import { undoButton } from '../shell/toasts.tsx'
import { saveRule } from './rule-changes.ts'
import { RuleItem } from './rule-item.tsx'
import { keepReading, type RuleList } from './rule-list.ts'

interface RuleSectionProps {
  readonly list: RuleList
  /** The rule that the address of the page points at. */
  readonly wanted: string | undefined
}

export function RuleSection({ list, wanted }: RuleSectionProps) {
  useEffect(() => keepReading(list), [])
  const { shown, hasMore } = list
  const keptAs = `new rule ${list.endpoint}`
  const isAdding = useSignal(typedText(keptAs) !== undefined)
  const addButton = useRef<HTMLButtonElement>(null)
  const tellFocus = useFocusOnLeaving(() => undoButton() ?? addButton.current)
  const close = (): void => {
    isAdding.value = false
    moveFocus(addButton.current)
  }
  return (
    <section class="rules" aria-label="Rules">
      <div class="head">
        <h2>Rules</h2>
        <button
          ref={addButton}
          type="button"
          class="small"
          aria-expanded={isAdding.value}
          onClick={() => {
            isAdding.value = true
          }}
        >
          Add a rule
        </button>
      </div>
      {isAdding.value && (
        <JsonForm
          what="New rule"
          text={newRule(list.endpoint)}
          keptAs={keptAs}
          action="Add rule"
          send={async (text) => {
            await saveRule(list, text)
            close()
          }}
          onCancel={close}
        />
      )}
      <Notes list={list} wanted={wanted} />
      <ol onFocusIn={tellFocus}>
        {shown.value.map((each) => (
          <RuleItem
            key={each.rule.id}
            list={list}
            shown={each}
            isWanted={each.rule.id === wanted}
          />
        ))}
      </ol>
      {hasMore.value && (
        <button type="button" class="more" onClick={() => void list.showMore()}>
          Show more rules
        </button>
      )}
    </section>
  )
}

function Notes({ list: { shown, error }, wanted }: RuleSectionProps) {
  const isMissing = wanted !== undefined && !shown.value.some(({ rule }) => rule.id === wanted)
  return (
    <>
      <p class="note">
        {shown.value.length === 0
          ? 'A rule says which requests get another answer, and what. There is none yet.'
          : 'The first rule that matches a request answers it.'}
      </p>
      {isMissing && !error.value && (
        <p class="note">
          Rule <code>{wanted}</code> is not here any more.
        </p>
      )}
      {error.value && (
        <p class="fault" role="alert">
          {error.value}
        </p>
      )}
    </>
  )
}

/** What a new rule begins with. It answers whether there is a record or not. */
function newRule(endpoint: string): string {
  return `{
  "endpoint": ${JSON.stringify(endpoint)},
  "when": { "method": "GET", "path": "/" },
  "answer": { "statusCode": 503, "data": { "error": "busy" } }
}`
}
