// One rule in the list: its conditions, responses, counts and actions.
import type { ListedRule } from '@mock-endpoint/core/client'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { clockAhead } from '../../api/control.ts'
import { ageText, fullTimeText } from '../../requests/time-text.ts'
import { moveFocus } from '../../shell/focus.ts'
import { RuleEditor } from '../form/rule-editor.tsx'
import type { RuleForms } from '../form/rule-forms.ts'
import { isOn, removeRule, switchRecording, switchRule } from '../rule-changes.ts'
import type { RuleList, ShownRule } from './rule-list.ts'
import { countWords, matchWords, responseWords } from './rule-words.ts'

interface RuleItemProps {
  readonly list: RuleList
  readonly forms: RuleForms
  readonly shown: ShownRule
  /** Whether the page's URL points to it. */
  readonly isWanted: boolean
  /** The number of rules after it that answer nothing while it is on. */
  readonly shadowed: number
}

export function RuleItem({
  list,
  forms,
  shown: { rule, isGone },
  isWanted,
  shadowed,
}: RuleItemProps) {
  const isOver = isGone || rule.left === 0
  const form = forms.open.value.find(({ isNew, id }) => !isNew && id.value === rule.id)
  const editButton = useRef<HTMLButtonElement>(null)
  useEffect(() => form?.follow(isGone ? undefined : rule), [form, rule, isGone])
  const remove = (): void =>
    void removeRule(list, rule.id, () => {
      const typed = form?.draft.drop()
      if (form) forms.close(form)
      return typed
    })
  return (
    <li
      class={isOver ? 'over' : isOn(rule) ? undefined : 'off'}
      aria-current={isWanted ? 'true' : undefined}
    >
      <RuleText rule={rule} isWanted={isWanted} />
      <div class="foot">
        <p class="counts">
          <code>{rule.id}</code> {isGone ? 'removed' : isOn(rule) ? countWords(rule) : 'off'}
          <Age {...rule} />
        </p>
        {!isOver && rule.response?.forward !== undefined && <Record list={list} rule={rule} />}
        {!isOver && <Switch list={list} rule={rule} />}
        <button
          ref={editButton}
          type="button"
          class="small"
          aria-label={`Edit rule ${rule.id}`}
          aria-expanded={form !== undefined}
          onClick={() => forms.edit(rule)}
        >
          Edit
        </button>
        {!isOver && <Remove id={rule.id} onRemove={remove} />}
      </div>
      {shadowed > 0 && (
        <p class="note">
          While it is on, {shadowed === 1 ? 'the rule' : `the ${shadowed} rules`} below it{' '}
          {shadowed === 1 ? 'answers' : 'answer'} nothing. A rule that you add comes before it.
        </p>
      )}
      {form && (
        <RuleEditor form={form} forms={forms} onClosed={() => moveFocus(editButton.current)} />
      )}
    </li>
  )
}

function RuleText({ rule, isWanted }: { readonly rule: ListedRule; readonly isWanted: boolean }) {
  const title = useRef<HTMLHeadingElement>(null)
  const [request, ...conditions] = matchWords(rule.when)
  useEffect(() => {
    if (!isWanted) return
    title.current?.scrollIntoView({ block: 'center' })
  }, [])
  useLayoutEffect(() => {
    if (isWanted) moveFocus(title.current)
  }, [])
  return (
    <div class="says">
      <div class="matches">
        <h3 ref={title} tabIndex={-1}>
          {request}
        </h3>
        {conditions.map((text) => (
          <span key={text} class="chip">
            {text}
          </span>
        ))}
      </div>
      <p class="responses">
        <span class="unseen">Answers:</span>
        {responseWords(rule).map(({ text, look = '' }, i) => (
          <span key={i} class={`chip ${look}`}>
            {text}
          </span>
        ))}
        {rule.chance !== undefined && isOn(rule) && (
          <span class="chip">{chanceText(rule.chance)}</span>
        )}
      </p>
    </div>
  )
}

interface RemoveProps {
  readonly id: string
  readonly onRemove: () => void
}

function Remove({ id, onRemove }: RemoveProps) {
  return (
    <button type="button" class="small danger" aria-label={`Remove rule ${id}`} onClick={onRemove}>
      Remove
    </button>
  )
}

interface SwitchProps {
  readonly list: RuleList
  readonly rule: ListedRule
}

function Switch({ list, rule }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        aria-label={`On: rule ${rule.id}`}
        checked={isOn(rule)}
        onChange={(event) => void switchRule(list, rule.id, event.currentTarget.checked)}
      />
      On
    </label>
  )
}

/** The switch for recording the responses of a service. */
function Record({ list, rule: { id, response } }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        aria-label={`Record: rule ${id}`}
        checked={!!response?.record}
        onChange={(event) => void switchRecording(list, id, event.currentTarget.checked)}
      />
      Record
    </label>
  )
}

function Age({ recordedAt }: Pick<ListedRule, 'recordedAt'>) {
  if (recordedAt === undefined) return null
  const time = Date.parse(recordedAt)
  return (
    <>
      {', recorded '}
      <time dateTime={recordedAt} title={fullTimeText(time)}>
        {ageText(Date.now() - clockAhead - time)}
      </time>
    </>
  )
}

function chanceText(chance: number): string {
  return `${Number((chance * 100).toPrecision(3))} % of them`
}
