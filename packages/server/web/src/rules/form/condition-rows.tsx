// The conditions of a rule other than method and path: a form row for each.
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import {
  type Condition,
  changeCondition,
  conditionsIn,
  type Is,
  isNamed,
  isWholeJson,
  type Where,
  withCondition,
  withoutCondition,
} from './conditions.ts'
import type { RuleText } from './rule-text.ts'

const places: Readonly<Record<Where, string>> = {
  query: 'Query',
  headers: 'Header',
  params: 'Parameter of the path',
  form: 'Form field',
  jsonAt: 'JSON at',
  json: 'JSON body is',
  jsonIncludes: 'JSON body includes',
  body: 'Body',
}
const comparisons: Readonly<Record<Is, string>> = {
  is: 'is',
  contains: 'contains',
  matches: 'matches',
  absent: 'is absent',
}

export function ConditionRows({ rule }: { readonly rule: RuleText }) {
  const conditions = conditionsIn(rule.value) ?? []
  /** The name of the condition that was just added. */
  const added = useSignal<string | undefined>(undefined)
  const add = (): void => {
    const name = freeName(conditions)
    added.value = name
    rule.change((text) => withCondition(text, { where: 'query', name, is: 'is', value: '' }))
  }
  return (
    <fieldset class="conditions">
      <legend>Conditions</legend>
      {conditions.map((condition, i) => (
        <Row
          key={i}
          rule={rule}
          condition={condition}
          isNew={condition.where === 'query' && condition.name === added.peek()}
          isTaken={(now) => conditions.some((each) => each !== condition && isOfOne(each, now))}
        />
      ))}
      <button type="button" class="small" onClick={add}>
        Add a condition
      </button>
    </fieldset>
  )
}

/** Returns an empty name, which the user fills in, or `name-2` and so on if it is taken. */
function freeName(conditions: readonly Condition[]): string {
  const names = new Set(conditions.map(({ where, name }) => (where === 'query' ? name : undefined)))
  let name = ''
  for (let i = 2; names.has(name); i++) name = `name-${i}`
  return name
}

/** Whether both would be the same member of the rule, which can have only one of them. */
function isOfOne(one: Condition, other: Condition): boolean {
  return one.where === other.where && one.name === other.name
}

interface RowProps {
  readonly rule: RuleText
  readonly condition: Condition
  readonly isNew: boolean
  /** Whether another condition is already the same member of the rule. */
  readonly isTaken: (now: Condition) => boolean
}

function Row({ rule, condition, isNew, isTaken }: RowProps) {
  const { where, name, is, value } = condition
  const nameField = useRef<HTMLInputElement>(null)
  // A layout effect, so that the next key goes into this field, not the one focused before.
  useLayoutEffect(() => {
    if (isNew) nameField.current?.focus()
  }, [])
  const changed = (change: Partial<Condition>): Condition => fitting({ ...condition, ...change })
  const change = (change: Partial<Condition>): void => {
    const now = changed(change)
    if (!isTaken(now)) rule.change((text) => changeCondition(text, condition, now))
  }
  /** The typed name, while the field has focus or another condition has that name. */
  const typed = useSignal<string | undefined>(undefined)
  const isRefused = typed.value !== undefined && isTaken(changed({ name: typed.value }))
  const label = `${places[where]} ${name}`.trim()
  return (
    <div class="condition">
      <select
        aria-label={`Where: ${label}`}
        value={where}
        onChange={(event) => change({ where: event.currentTarget.value as Where })}
      >
        {Object.entries(places).map(([place, words]) => (
          <option key={place} value={place} disabled={isTaken(changed({ where: place as Where }))}>
            {words}
          </option>
        ))}
      </select>
      {isNamed(where) && (
        <input
          ref={nameField}
          aria-label={`Name: ${label}`}
          placeholder={where === 'jsonAt' ? '/customer/id' : 'name'}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={isRefused}
          value={typed.value ?? name}
          onInput={({ currentTarget: { value } }) => {
            typed.value = value
            change({ name: value })
          }}
          onBlur={() => {
            if (!isRefused) typed.value = undefined
          }}
        />
      )}
      {!isWholeJson(where) && (
        <select
          aria-label={`How: ${label}`}
          value={is}
          onChange={(event) => change({ is: event.currentTarget.value as Is })}
        >
          {comparisonsOf(where).map((each) => (
            <option key={each} value={each}>
              {comparisons[each]}
            </option>
          ))}
        </select>
      )}
      {is !== 'absent' && (
        <input
          aria-label={`Value: ${label}`}
          placeholder={is === 'matches' ? '^\\d+$' : isWholeJson(where) ? '{"id": 7}' : 'value'}
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={(event) => change({ value: event.currentTarget.value })}
        />
      )}
      <button
        type="button"
        class="small quiet"
        aria-label={`Remove condition ${label}`}
        onClick={() => {
          typed.value = undefined
          rule.change((text) => withoutCondition(text, condition))
        }}
      >
        ✕
      </button>
      {isRefused && <p class="fault">There is a condition of this name.</p>}
    </div>
  )
}

function comparisonsOf(where: Where): readonly Is[] {
  const all: readonly Is[] = ['is', 'contains', 'matches']
  return where === 'query' || where === 'headers' || where === 'form' ? [...all, 'absent'] : all
}

/** Returns the condition with a comparison and a name that its place allows. */
function fitting(condition: Condition): Condition {
  const { where, is } = condition
  const allowed = isWholeJson(where) ? ['is'] : comparisonsOf(where)
  const name = isNamed(where) ? condition.name : ''
  const pointed = where === 'jsonAt' && name !== '' && !name.startsWith('/') ? `/${name}` : name
  return { ...condition, name: pointed, is: allowed.includes(is) ? is : 'is' }
}
