// One rule: what it matches and answers, how often it did, and what can be done with it.
import { type ListedRule, ruleToJson } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { JsonForm } from '../editor/json-form.tsx'
import { typedText } from '../editor/typed-texts.ts'
import { moveFocus } from '../shell/focus.ts'
import { isOn, removeRule, saveRule, switchRule } from './rule-changes.ts'
import { keyOfTyped, type RuleList, type ShownRule } from './rule-list.ts'
import { answerWords, conditionWords, countWords, requestWords } from './rule-words.ts'

interface RuleItemProps {
  readonly list: RuleList
  readonly shown: ShownRule
  /** Whether the address of the page points at it. */
  readonly isWanted: boolean
}

export function RuleItem({ list, shown: { rule, isGone }, isWanted }: RuleItemProps) {
  const isOver = isGone || rule.left === 0
  const keptAs = keyOfTyped(rule.id)
  const edited = useSignal(typedText(keptAs) === undefined ? undefined : ruleToJson(rule))
  const editButton = useRef<HTMLButtonElement>(null)
  const edit = (): void => {
    list.pin(rule.id)
    edited.value ??= ruleToJson(rule)
  }
  const close = (): void => {
    if (!isWanted) list.unpin(rule.id)
    edited.value = undefined
    moveFocus(editButton.current)
  }
  return (
    <li
      class={isOver ? 'over' : isOn(rule) ? undefined : 'off'}
      aria-current={isWanted ? 'true' : undefined}
    >
      <RuleText rule={rule} isWanted={isWanted} />
      <div class="foot">
        <p class="counts">
          <code>{rule.id}</code> {isGone ? 'removed' : isOn(rule) ? countWords(rule) : 'off'}
        </p>
        {!isOver && <Switch list={list} rule={rule} />}
        <button
          ref={editButton}
          type="button"
          class="small"
          aria-label={`Edit rule ${rule.id}`}
          aria-expanded={edited.value !== undefined}
          onClick={edit}
        >
          Edit
        </button>
        {!isOver && <Remove list={list} rule={rule} />}
      </div>
      {edited.value !== undefined && (
        <JsonForm
          what="Rule"
          text={edited.value}
          keptAs={keptAs}
          action="Save rule"
          send={async (text) => {
            await saveRule(list, text, isOver ? undefined : rule.id)
            close()
          }}
          onCancel={close}
        />
      )}
    </li>
  )
}

function RuleText({ rule, isWanted }: { readonly rule: ListedRule; readonly isWanted: boolean }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isWanted) return
    title.current?.scrollIntoView({ block: 'center' })
    moveFocus(title.current)
  }, [])
  return (
    <div class="says">
      <div class="matches">
        <h3 ref={title} tabIndex={-1}>
          {requestWords(rule.when)}
        </h3>
        {conditionWords(rule.when).map((text) => (
          <span key={text} class="chip">
            {text}
          </span>
        ))}
      </div>
      <p class="answers">
        <span class="unseen">Answers:</span>
        {answerWords(rule).map(({ text, look = '' }, i) => (
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

interface RuleOfList {
  readonly list: RuleList
  readonly rule: ListedRule
}

function Remove({ list, rule }: RuleOfList) {
  return (
    <button
      type="button"
      class="small danger"
      aria-label={`Remove rule ${rule.id}`}
      onClick={() => void removeRule(list, rule.id)}
    >
      Remove
    </button>
  )
}

function Switch({ list, rule }: RuleOfList) {
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

function chanceText(chance: number): string {
  return `${Number((chance * 100).toPrecision(3))} % of them`
}
