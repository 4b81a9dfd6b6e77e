// The fields for the status and delay of an endpoint, which accept text as people write it.
import type { Signal } from '@preact/signals'
import { parseStatus, statusTexts, textOf } from '../../words/status-code.ts'
import { delayText, parseDelay } from './delay.ts'
import type { Draft } from './draft.ts'

interface FieldsProps {
  readonly id: string
  readonly draft: Draft
}

export function EndpointFields({ id, draft: { fields, faults } }: FieldsProps) {
  const names = `${id}-names`
  return (
    <div class="fields">
      <h2>Default response</h2>
      <Field
        id={`${id}-status`}
        label="Status"
        text={fields.status}
        fault={faults.value.status}
        list={names}
        tidy={(text) => {
          const code = parseStatus(text)
          return code === undefined ? text : textOf(code)
        }}
      />
      <datalist id={names}>
        {statusTexts.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <Field
        id={`${id}-delay`}
        label="Delay"
        text={fields.delay}
        fault={faults.value.delay}
        tidy={(text) => {
          const delay = parseDelay(text)
          return typeof delay === 'string' ? text : delayText(delay)
        }}
      />
    </div>
  )
}

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly text: Signal<string>
  readonly fault: string | undefined
  readonly list?: string
  /** Returns the text in its usual form, for when the field loses focus. */
  readonly tidy: (text: string) => string
}

function Field({ id, label, text, fault, list, tidy }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={text.value}
        list={list}
        autocomplete="off"
        aria-invalid={!!fault}
        aria-describedby={`${id}-fault`}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => {
          text.value = event.currentTarget.value
        }}
        onBlur={() => {
          text.value = tidy(text.peek())
        }}
      />
      <p id={`${id}-fault`} class="fault" aria-live="polite">
        {fault}
      </p>
    </div>
  )
}
