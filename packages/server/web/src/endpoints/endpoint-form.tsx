// The form of an endpoint: name, status, delay, data; saved as it was typed.
import { type Endpoint, Problem } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { messageOf } from '../api/control.ts'
import { DataField } from '../editor/data-field.tsx'
import { moveFocus } from '../shell/focus.ts'
import { go, hrefOf } from '../shell/route.ts'
import { say } from '../shell/toasts.tsx'
import { faultsOf, placeOf } from './check-json.ts'
import { parseDelay, splitDelay, type Unit, units } from './delay.ts'
import { remove, save } from './state.ts'
import { parseStatus, statusTexts, textOf } from './status-code.ts'

interface EndpointFormProps {
  readonly endpoint: Endpoint
  readonly isNew: boolean
  readonly onSaved: (endpoint: Endpoint) => void
}

/** What is wrong with which field. */
type Faults = Readonly<Partial<Record<'name' | 'statusCode' | 'delay' | 'data' | 'other', string>>>

export function EndpointForm({ endpoint, isNew, onSaved }: EndpointFormProps) {
  const id = useId()
  const name = useSignal(endpoint.name)
  const status = useSignal(textOf(endpoint.statusCode))
  const amount = useSignal(splitDelay(endpoint.delay).amount)
  const unit = useSignal<Unit>(splitDelay(endpoint.delay).unit)
  const data = useSignal(endpoint.data)
  const faults = useSignal<Faults>({})
  const isSaving = useSignal(false)
  const title = useRef<HTMLHeadingElement>(null)
  const nameInput = useRef<HTMLInputElement>(null)
  useEffect(() => moveFocus(isNew ? nameInput.current : title.current), [])

  const submit = async (event?: Event): Promise<void> => {
    event?.preventDefault()
    if (isSaving.value) return
    const typed = { name: name.value, status: status.value, amount: amount.value, unit: unit.value }
    const read = readForm({ ...typed, data: data.value })
    if ('faults' in read) {
      faults.value = read.faults
      return
    }
    isSaving.value = true
    try {
      const saved = await save(read.endpoint, isNew ? undefined : endpoint.name)
      faults.value = {}
      say(`Saved ${saved.name}.`)
      onSaved(saved)
      if (isNew || saved.name !== endpoint.name) go({ view: 'endpoints', name: saved.name })
    } catch (error) {
      faults.value = toFaults(error)
    } finally {
      isSaving.value = false
    }
  }

  const removeIt = async (): Promise<void> => {
    if (await remove(endpoint.name)) go({ view: 'endpoints' })
  }

  return (
    <form class="endpoint" onSubmit={submit} noValidate>
      <h1 ref={title} tabIndex={-1}>
        {isNew ? 'New endpoint' : endpoint.name}
      </h1>
      <div class="fields">
        <Field id={`${id}-name`} label="Name" fault={faults.value.name}>
          <input
            ref={nameInput}
            id={`${id}-name`}
            value={name.value}
            autocomplete="off"
            spellcheck={false}
            required
            aria-invalid={!!faults.value.name}
            aria-describedby={`${id}-name-fault`}
            onInput={(event) => {
              name.value = event.currentTarget.value
            }}
          />
        </Field>
        <Field id={`${id}-status`} label="Status" fault={faults.value.statusCode}>
          <input
            id={`${id}-status`}
            list={`${id}-statuses`}
            value={status.value}
            autocomplete="off"
            aria-invalid={!!faults.value.statusCode}
            aria-describedby={`${id}-status-fault`}
            onFocus={(event) => event.currentTarget.select()}
            onInput={(event) => {
              status.value = event.currentTarget.value
            }}
            onBlur={() => {
              const code = parseStatus(status.value)
              if (code !== undefined) status.value = textOf(code)
            }}
          />
          <datalist id={`${id}-statuses`}>
            {statusTexts.map((text) => (
              <option key={text} value={text} />
            ))}
          </datalist>
        </Field>
        <Field id={`${id}-delay`} label="Delay" fault={faults.value.delay}>
          <span class="joined">
            <input
              id={`${id}-delay`}
              inputMode="decimal"
              value={amount.value}
              autocomplete="off"
              aria-invalid={!!faults.value.delay}
              aria-describedby={`${id}-delay-fault`}
              onInput={(event) => {
                amount.value = event.currentTarget.value
              }}
            />
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
      </div>
      <DataField text={data} fault={faults.value.data} onSave={submit} />
      {faults.value.other && (
        <p class="fault" role="alert">
          {faults.value.other}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={isSaving.value}>
          {isNew ? 'Add endpoint' : 'Save'}
        </button>
        {!isNew && (
          <>
            <a class="button" href={hrefOf({ view: 'new', copyOf: endpoint.name })}>
              Duplicate
            </a>
            <button type="button" class="danger" onClick={removeIt}>
              Remove
            </button>
          </>
        )}
      </div>
    </form>
  )
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

interface Typed {
  readonly name: string
  readonly status: string
  readonly amount: string
  readonly unit: Unit
  readonly data: string
}

function readForm(typed: Typed): { readonly endpoint: Endpoint } | { readonly faults: Faults } {
  const statusCode = parseStatus(typed.status)
  const delay = parseDelay(typed.amount, typed.unit)
  const [wrong] = faultsOf(typed.data)
  const faults: Faults = {
    ...(typed.name === '' && { name: 'An endpoint needs a name.' }),
    ...(statusCode === undefined && { statusCode: 'A code from 200 to 599, or its name.' }),
    ...(delay === undefined && { delay: 'A number from 0 to 2,147,483,647 ms.' }),
    ...(wrong && { data: `${wrong.message} at ${placeOf(typed.data, wrong.offset)}.` }),
  }
  if (statusCode === undefined || delay === undefined || Object.keys(faults).length > 0) {
    return { faults }
  }
  return { endpoint: { name: typed.name, data: typed.data.trim(), statusCode, delay } }
}

/** The server's own words, at the field that they are about. */
function toFaults(error: unknown): Faults {
  const errors = error instanceof Problem ? (error.extensions.errors ?? []) : []
  if (errors.length === 0) return { other: messageOf(error) }
  const known = ['name', 'statusCode', 'delay', 'data']
  const faults: Record<string, string> = {}
  for (const { pointer, detail } of errors) {
    const field = pointer.split('/')[1] ?? ''
    const key = known.includes(field) ? field : 'other'
    faults[key] = [faults[key], detail].filter(Boolean).join(' ')
  }
  return faults
}
