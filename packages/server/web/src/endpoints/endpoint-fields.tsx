// The fields of an endpoint's form, but for its data.
import type { Signal } from '@preact/signals'
import type { Ref } from 'preact'
import { type Unit, units } from './delay.ts'
import type { Draft } from './draft.ts'
import { parseStatus, statusTexts, textOf } from './status-code.ts'

interface FieldsProps {
  readonly id: string
  readonly draft: Draft
  readonly nameInput: Ref<HTMLInputElement>
}

export function EndpointFields({ id, draft, nameInput }: FieldsProps) {
  return (
    <div class="fields">
      <NameField id={`${id}-name`} draft={draft} nameInput={nameInput} />
      <StatusField id={`${id}-status`} draft={draft} />
      <DelayField id={`${id}-delay`} draft={draft} />
    </div>
  )
}

function NameField({ id, draft: { name, faults }, nameInput }: FieldsProps) {
  const fault = faults.value.name
  return (
    <Field id={id} label="Name" fault={fault}>
      <input ref={nameInput} {...typedInto(id, name, fault)} spellcheck={false} required />
    </Field>
  )
}

function StatusField({ id, draft: { status, faults } }: Omit<FieldsProps, 'nameInput'>) {
  const fault = faults.value.statusCode
  return (
    <Field id={id} label="Status" fault={fault}>
      <input
        {...typedInto(id, status, fault)}
        list={`${id}es`}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => {
          const code = parseStatus(status.value)
          if (code !== undefined) status.value = textOf(code)
        }}
      />
      <datalist id={`${id}es`}>
        {statusTexts.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </Field>
  )
}

function DelayField({ id, draft: { amount, unit, faults } }: Omit<FieldsProps, 'nameInput'>) {
  const fault = faults.value.delay
  return (
    <Field id={id} label="Delay" fault={fault}>
      <span class="joined">
        <input {...typedInto(id, amount, fault)} inputMode="decimal" />
        <select
          aria-label="Unit of the delay"
          value={unit.value}
          onChange={(event) => {
            unit.value = event.currentTarget.value as Unit
          }}
        >
          {units.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </span>
    </Field>
  )
}

/** What the inputs have in common: each holds a text of the draft and points to its fault. */
function typedInto(id: string, text: Signal<string>, fault: string | undefined) {
  return {
    id,
    value: text.value,
    autocomplete: 'off',
    'aria-invalid': !!fault,
    'aria-describedby': `${id}-fault`,
    onInput(event: preact.TargetedInputEvent<HTMLInputElement>): void {
      text.value = event.currentTarget.value
    },
  } as const
}

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly fault: string | undefined
  readonly children: preact.ComponentChildren
}

function Field({ id, label, fault, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      <p id={`${id}-fault`} class="fault" aria-live="polite">
        {fault}
      </p>
    </div>
  )
}
