// The form of an endpoint: name, status, delay, data; saved as it was typed.
import type { Endpoint } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { DataField } from '../editor/data-field.tsx'
import { moveFocus } from '../shell/focus.ts'
import { go, hrefOf } from '../shell/route.ts'
import { say } from '../shell/toasts.tsx'
import { createDraft, type Draft, readDraft, toFaults } from './draft.ts'
import { EndpointFields } from './endpoint-fields.tsx'
import { remove, save } from './state.ts'

interface EndpointFormProps {
  readonly endpoint: Endpoint
  readonly isNew: boolean
  readonly onSaved: (endpoint: Endpoint) => void
}

export function EndpointForm({ endpoint, isNew, onSaved }: EndpointFormProps) {
  const id = useId()
  const draft = useMemo(() => createDraft(endpoint), [])
  const { faults } = draft
  const isSaving = useSignal(false)
  const title = useRef<HTMLHeadingElement>(null)
  const nameInput = useRef<HTMLInputElement>(null)
  useEffect(() => moveFocus(isNew ? nameInput.current : title.current), [])

  const submit = async (event?: Event): Promise<void> => {
    event?.preventDefault()
    const typed = isSaving.value ? undefined : readDraft(draft)
    if (!typed) return
    isSaving.value = true
    try {
      const saved = await save(typed, isNew ? undefined : endpoint.name)
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

  return (
    <form class="endpoint" onSubmit={submit} noValidate>
      <h1 ref={title} tabIndex={-1}>
        {isNew ? 'New endpoint' : endpoint.name}
      </h1>
      <EndpointFields id={id} draft={draft} nameInput={nameInput} />
      <DataField text={draft.data} fault={faults.value.data} onSave={submit} />
      {faults.value.other && (
        <p class="fault" role="alert">
          {faults.value.other}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={isSaving.value}>
          {isNew ? 'Add endpoint' : 'Save'}
        </button>
        {isNew ? <ActionsOnNew draft={draft} /> : <ActionsOnStored name={endpoint.name} />}
      </div>
    </form>
  )
}

/** Rules need no endpoint: they can answer for the base URL of a whole API. */
function ActionsOnNew({ draft: { name, faults } }: { readonly draft: Draft }) {
  const openRules = (): void => {
    if (name.value === '') faults.value = { name: 'Rules need a name too.' }
    else go({ view: 'endpoints', name: name.value })
  }
  return (
    <button type="button" onClick={openRules}>
      Only rules
    </button>
  )
}

function ActionsOnStored({ name }: { readonly name: string }) {
  const removeIt = async (): Promise<void> => {
    if (await remove(name)) go({ view: 'endpoints' })
  }
  return (
    <>
      <a class="button" href={hrefOf({ view: 'new', copyOf: name })}>
        Duplicate
      </a>
      <button type="button" class="danger" onClick={removeIt}>
        Remove
      </button>
    </>
  )
}
