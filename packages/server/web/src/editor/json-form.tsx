// A form of one JSON text, sent as it was typed, and everything that is wrong with it.
import { type Fault, Problem } from '@mock-endpoint/core/client'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { messageOf } from '../api/control.ts'
import { checkJson, placeOf } from '../json/check-json.ts'
import { DataField } from './data-field.tsx'
import { settleTexts } from './pending-texts.ts'
import { forgetTyped, keepTyped, typedText } from './typed-texts.ts'

interface JsonFormProps {
  /** What the text describes, such as `Rule`. */
  readonly what: string
  /** What the editor begins with. */
  readonly text: string
  /** Under which key unsent text outlives the form. Default: it does not. */
  readonly keptAs?: string
  /** What the button says. */
  readonly action: string
  /** Rejects with what is wrong. */
  readonly send: (text: string) => Promise<void>
  readonly onCancel: () => void
}

export function JsonForm({ what, text, keptAs, action, send, onCancel }: JsonFormProps) {
  const { typed, forget } = useTyped(text, keptAs)
  const jsonFault = useSignal<string | undefined>(undefined)
  const faults = useSignal<readonly Fault[]>([])
  const isSending = useSignal(false)

  const submit = async (event?: Event): Promise<void> => {
    event?.preventDefault()
    if (isSending.value) return
    settleTexts()
    faults.value = []
    jsonFault.value = faultOf(typed.value)
    if (jsonFault.value) return
    isSending.value = true
    try {
      await send(typed.value)
      forget()
    } catch (error) {
      faults.value = toFaults(error, what)
    } finally {
      isSending.value = false
    }
  }

  return (
    <form class="json-form" onSubmit={submit} noValidate aria-label={what}>
      <DataField label={what} text={typed} fault={jsonFault.value} onSave={submit} />
      {faults.value.length > 0 && <Faults faults={faults.value} />}
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={isSending.value}>
          {action}
        </button>
        <button
          type="button"
          onClick={() => {
            forget()
            onCancel()
          }}
        >
          Cancel
        </button>
      </div>
    </form>
  )
}

interface Typed {
  readonly typed: Signal<string>
  /** It was sent, or is not wanted. */
  readonly forget: () => void
}

function useTyped(text: string, keptAs: string | undefined): Typed {
  const own = useId()
  const key = keptAs ?? own
  const typed = useSignal(typedText(key) ?? text)
  const isOver = useSignal(false)
  const forget = (): void => {
    isOver.value = true
    forgetTyped(key)
  }
  useEffect(() => {
    const end = typed.subscribe((now) => {
      if (now === text || isOver.peek()) forgetTyped(key)
      else keepTyped(key, now)
    })
    return () => {
      settleTexts()
      end()
      if (keptAs === undefined) forgetTyped(key)
    }
  }, [])
  return { typed, forget }
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
  const wrong = checkJson(text)
  return wrong && `${wrong.message} at ${placeOf(text, wrong.offset)}.`
}

/** The service's own words, each with its place. */
function toFaults(error: unknown, what: string): readonly Fault[] {
  const errors = error instanceof Problem ? (error.extensions.errors ?? []) : []
  if (errors.length === 0) return [{ pointer: '', detail: messageOf(error) }]
  return errors.map(({ pointer, detail }) =>
    pointer === '' ? { pointer, detail: `${what} ${detail}` } : { pointer, detail },
  )
}
