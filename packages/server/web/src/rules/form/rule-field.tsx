// The fields of the form of a rule. Each is a view of one member of its JSON.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Lines } from '../../parts/text-fields.tsx'
import { type Field, type Flag, isChecked, setChecked, shown, typed } from './fields.ts'
import type { RuleText } from './rule-text.ts'

interface FieldProps {
  readonly rule: RuleText
  readonly label: string
  readonly field: Field
  /** The default for an empty field. */
  readonly hint: string
}

/** Returns the props of a field: its typed text while it is edited, otherwise the rule's value. */
function useTyped(rule: RuleText, field: Field) {
  const own = useSignal<string | undefined>(undefined)
  return {
    value: own.value ?? shown(rule.value, field),
    onInput: ({ currentTarget: { value } }: { currentTarget: { value: string } }): void => {
      own.value = value
      rule.change((text) => typed(text, field, value))
    },
    onBlur: (): void => {
      own.value = undefined
    },
  }
}

export function Line({
  rule,
  label,
  field,
  hint,
  options = [],
}: FieldProps & { readonly options?: readonly string[] }) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        list={`${id}-options`}
        placeholder={hint}
        autocomplete="off"
        spellcheck={false}
        {...useTyped(rule, field)}
      />
      <datalist id={`${id}-options`}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </div>
  )
}

export function RuleLines({ rule, label, field, hint }: FieldProps) {
  return <Lines label={label} hint={hint} {...useTyped(rule, field)} />
}

interface CheckProps {
  readonly rule: RuleText
  readonly label: string
  readonly name: Flag
}

export function Check({ rule, label, name }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked(rule.value, name)}
        onChange={({ currentTarget: { checked } }) =>
          rule.change((text) => setChecked(text, name, checked))
        }
      />
      {label}
    </label>
  )
}
