// The rules of an endpoint, in the order in which they are tried, with buttons to add one.
import { useEffect, useRef } from 'preact/hooks'
import { moveFocus, useFocusOnLeaving } from '../../shell/focus.ts'
import { undoButton } from '../../shell/toasts.tsx'
import { RuleEditor } from '../form/rule-editor.tsx'
import type { RuleForm } from '../form/rule-form.ts'
import type { RuleForms } from '../form/rule-forms.ts'
import { isOn } from '../rule-changes.ts'
import { RuleItem } from './rule-item.tsx'
import { keepReading, type RuleList, type ShownRule } from './rule-list.ts'

/** The rules of the open endpoint. */
export interface OpenRules {
  readonly list: RuleList
  readonly forms: RuleForms
  /** The id of the rule that the page's URL points to. */
  readonly wanted: string | undefined
}

export function RuleSection({ list, forms, wanted }: OpenRules) {
  useEffect(() => keepReading(list), [])
  useEffect(forms.watch, [])
  const { shown, hasMore } = list
  const alone = formsAlone(forms.open.value, shown.value)
  const shadowing = shown.value.findIndex(forwardsAll)
  const isBegun = alone.some(({ isNew }) => isNew)
  const addButton = useRef<HTMLButtonElement>(null)
  const tellFocus = useFocusOnLeaving(() => undoButton() ?? addButton.current)
  return (
    <section class="rules" aria-label="Rules">
      <div class="head">
        <h2 tabIndex={-1}>Rules</h2>
        <button
          ref={addButton}
          type="button"
          class="small"
          aria-expanded={isBegun}
          onClick={() => {
            if (!isBegun) forms.begin()
          }}
        >
          Add a rule
        </button>
        <button
          type="button"
          class="small"
          aria-expanded={isBegun}
          onClick={() => {
            if (!isBegun) forms.beginForward()
          }}
        >
          Forward to a service
        </button>
      </div>
      {alone.map((form) => (
        <FormAlone
          key={form.firstKey}
          form={form}
          forms={forms}
          onClosed={() => moveFocus(addButton.current)}
        />
      ))}
      <Notes list={list} wanted={wanted} />
      <ol onFocusIn={tellFocus}>
        {shown.value.map((each, i) => (
          <RuleItem
            key={each.rule.id}
            list={list}
            forms={forms}
            shown={each}
            isWanted={each.rule.id === wanted}
            shadowed={i === shadowing ? shown.value.slice(i + 1).filter(isTried).length : 0}
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

/** Returns the forms of new rules, and of rules that the service no longer has. */
function formsAlone(open: readonly RuleForm[], shown: readonly ShownRule[]): readonly RuleForm[] {
  const ids = new Set(shown.map(({ rule }) => rule.id))
  return open.filter(({ isNew, id }) => isNew || !ids.has(id.value ?? ''))
}

/** Whether it forwards every request, so that no rule after it answers any. */
function forwardsAll({ rule, isGone }: ShownRule): boolean {
  const { when, response, chance, times } = rule
  const isForAll = when?.path === '/*' && Object.keys(when).length === 1
  return !isGone && isForAll && !!response?.forward && chance === undefined && times === undefined
}

function isTried({ rule, isGone }: ShownRule): boolean {
  return !isGone && rule.left !== 0 && isOn(rule)
}

interface FormAloneProps {
  readonly form: RuleForm
  readonly forms: RuleForms
  readonly onClosed: () => void
}

function FormAlone(props: FormAloneProps) {
  useEffect(() => {
    props.form.look().catch(() => {
      // The page header shows that the service is unreachable, and saving reads the rule again.
    })
  }, [])
  return <RuleEditor {...props} />
}

function Notes({ list: { shown, error }, wanted }: Pick<OpenRules, 'list' | 'wanted'>) {
  const isMissing = wanted !== undefined && !shown.value.some(({ rule }) => rule.id === wanted)
  return (
    <>
      <p class="note">
        {shown.value.length === 0
          ? 'A rule gives some requests another response. There are no rules yet.'
          : 'The first rule that matches a request answers it.'}
      </p>
      {isMissing && !error.value && (
        <p class="note">
          Rule <code>{wanted}</code> no longer exists.
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
