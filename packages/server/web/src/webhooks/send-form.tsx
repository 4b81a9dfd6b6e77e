// The form to send a webhook.
import { Problem } from '@mock-endpoint/core/client'
import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { control } from '../api/control.ts'
import { DataField } from '../editor/data-field.tsx'
import { createJsonForm, JsonForm, submitJson } from '../editor/json-form.tsx'
import { Choice, TextField, TextLines } from '../parts/text-fields.tsx'
import { go } from '../shell/route.ts'
import { callText, draft, methods, schemes } from './send-draft.ts'

export function SendForm() {
  const state = useMemo(() => createJsonForm(''), [])
  const isJson = draft.kind.value === 'json'
  const submit = (): void => {
    const text = draft.kind.peek() === 'json' ? draft.event : signal('null')
    void submitJson({ ...state, text }, 'The webhook', async () => {
      const { id } = await control.sendDelivery(callText()).catch(inWords)
      go({ view: 'webhooks', id })
    })
  }
  const fields = (
    <>
      <div class="row">
        <TextField label="URL" text={draft.to} hint="http://localhost:3000/hooks" />
        <Choice label="Method" text={draft.method} options={methods.map((name) => ({ name }))} />
        <Choice label="Body" text={draft.kind} options={kinds} />
      </div>
      {isJson ? (
        <DataField label="Event" text={draft.event} fault={state.jsonFault.value} onSave={submit} />
      ) : (
        <TextLines label="Text" text={draft.text} hint="" />
      )}
      <TextLines label="Headers" text={draft.headers} hint="x-github-event: push" />
      <div class="row">
        <Choice label="Signature" text={draft.scheme} options={[notSigned, ...schemes]} />
        {draft.scheme.value !== '' && (
          <TextField label="Secret" text={draft.secret} hint="that of the receiver" />
        )}
        {draft.scheme.value === 'hmac' && (
          <TextField label="Header of the signature" text={draft.header} hint="x-signature" />
        )}
      </div>
      <div class="row">
        <TextField label="Attempts" text={draft.attempts} hint="1" />
        <TextField label="Backoff (ms)" text={draft.backoff} hint="1000, then twice that" />
        <TextField label="Delay (ms)" text={draft.delay} hint="0" />
        <TextField label="Copies" text={draft.duplicate} hint="1" />
      </div>
    </>
  )
  return (
    <JsonForm
      state={state}
      what="Webhook"
      action="Send"
      field={<div class="rule-fields">{fields}</div>}
      onSubmit={submit}
      onCancel={() => go({ view: 'webhooks' })}
    >
      <p class="note">
        The daemon sends only to hosts that it was started with:{' '}
        <code>--allow-send {hostOf(draft.to.value)}</code>
      </p>
    </JsonForm>
  )
}

/** The label of the field for each member of the call. */
const labels: Readonly<Record<string, string>> = {
  '/to': 'URL',
  '/headers': 'Headers',
  '/sign/secret': 'Secret',
  '/sign/header': 'Header of the signature',
  '/attempts': 'Attempts',
  '/backoff': 'Backoff',
  '/delay': 'Delay',
  '/duplicate': 'Copies',
}

/** Throws the error again, with the labels of this form instead of JSON Pointers. */
function inWords(error: unknown): never {
  const errors = error instanceof Problem ? error.extensions.errors : undefined
  if (!(error instanceof Problem) || !errors) throw error
  const named = errors.map(({ pointer, detail }) => {
    return { pointer: labels[pointer] ?? pointer, detail }
  })
  throw new Problem(error.code, error.message, { ...error.extensions, errors: named })
}

const kinds = [
  { name: 'json', title: 'JSON' },
  { name: 'text', title: 'Text' },
]
const notSigned = { name: '', title: 'None' }

function hostOf(url: string): string {
  return (URL.canParse(url) && new URL(url).host) || 'HOST'
}
