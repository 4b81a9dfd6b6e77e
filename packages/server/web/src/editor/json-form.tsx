// A form for one JSON text, which is sent as typed, with a list of all its faults.
import { type Fault, Problem } from '@mock-endpoint/core/client'
import { type Signal, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { messageOf } from '../api/control.ts'
import { checkJson } from '../json/check-json.ts'
import { DataField } from './data-field.tsx'
import { settleTexts } from './pending-texts.ts'

/** The typed text of a form, and the result of sending it. */
export interface JsonFormState {
  readonly text: Signal<string>
  /** Why the text is not valid JSON. */
  readonly jsonFault: Signal<string | undefined>
  /** Why sending it failed. */
  readonly faults: Signal<readonly Fault[]>
  readonly isSending: Signal<boolean>
}

export function createJsonForm(text: string): JsonFormState {
  return {
    text: signal(text),
    jsonFault: signal(undefined),
    faults: signal([]),
    isSending: signal(false),
  }
}

/** Sends the text if it is JSON and not being sent already. `what` names what it describes. */
export async function submitJson(
  { text, jsonFault, faults, isSending }: JsonFormState,
  what: string,
  send: (text: string) => Promise<void>,
): Promise<void> {
  if (isSending.peek()) return
  settleTexts()
  faults.value = []
  jsonFault.value = faultOf(text.peek())
  if (jsonFault.peek()) return
  isSending.value = true
  try {
    await send(text.peek())
  } catch (error) {
    faults.value = toFaults(error, what)
  } finally {
    isSending.value = false
  }
}

interface JsonFormProps {
  readonly state: JsonFormState
  /** The name of the thing that the text describes, such as `Rule`. */
  readonly what: string
  /** The label of the submit button. */
  readonly action: string
  readonly onSubmit: () => void
  readonly onCancel: () => void
  /** The field for the text. Default: a JSON editor. */
  readonly field?: ComponentChildren
  /** Content above the buttons. */
  readonly children?: ComponentChildren
}

export function JsonForm({
  state: { text, jsonFault, faults, isSending },
  what,
  action,
  onSubmit,
  onCancel,
  field = <DataField label={what} text={text} fault={jsonFault.value} onSave={onSubmit} />,
  children,
}: JsonFormProps) {
  return (
    <form
      class="json-form"
      onKeyDown={(event) => {
        // The editor has handled the key already.
        if (event.defaultPrevented || event.altKey || event.key !== 's') return
        if (!event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        onSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      noValidate
      aria-label={what}
    >
      {field}
      {faults.value.length > 0 && <Faults faults={faults.value} />}
      {children}
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={isSending.value}>
          {action}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function Faults({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <div class="fault" role="alert">
      <ul>
        {faults.map(({ pointer, detail }) => (
          <li key={pointer + detail}>
            {pointer !== '' && <code>{pointer}</code>} {detail}
          </li>
        ))}
      </ul>
    </div>
  )
}

function faultOf(text: string): string | undefined {
  return checkJson(text)?.message
}

/** Returns the faults in the service's own words, each with its pointer. */
function toFaults(error: unknown, what: string): readonly Fault[] {
  const errors = error instanceof Problem ? (error.extensions.errors ?? []) : []
  if (errors.length === 0) return [{ pointer: '', detail: messageOf(error) }]
  return errors.map(({ pointer, detail }) =>
    pointer === '' ? { pointer, detail: `${what} ${detail}` } : { pointer, detail },
  )
}
