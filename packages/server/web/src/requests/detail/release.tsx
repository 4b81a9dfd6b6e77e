// Releases a held request with the response of its rule, or with parts of it replaced.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { createJsonForm, JsonForm, submitJson } from '../../editor/json-form.tsx'
import { settleTexts } from '../../editor/pending-texts.ts'
import { moveFocus } from '../../shell/focus.ts'
import { sayError } from '../../shell/toasts.tsx'
import { releaseRequest } from './release-request.ts'

export function Release({ request: { id } }: { readonly request: RecordedRequest }) {
  const isAnswering = useSignal(false)
  const responseButton = useRef<HTMLButtonElement>(null)
  const release = (response: string): Promise<void> => releaseRequest(id, response)
  const close = (): void => {
    isAnswering.value = false
    moveFocus(responseButton.current)
  }
  return (
    <div class="notice held">
      <p>Its rule holds it until it is released.</p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => release('').catch(sayError)}>
          Release
        </button>
        <button
          ref={responseButton}
          type="button"
          aria-expanded={isAnswering.value}
          onClick={() => {
            isAnswering.value = true
          }}
        >
          Release with another response
        </button>
      </div>
      {isAnswering.value && <ResponseForm release={release} onClose={close} />}
    </div>
  )
}

interface ResponseFormProps {
  readonly release: (response: string) => Promise<void>
  readonly onClose: () => void
}

const begins = '{\n  "statusCode": 504\n}'

function ResponseForm({ release, onClose }: ResponseFormProps) {
  const state = useMemo(() => createJsonForm(begins), [])
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent): void => {
      settleTexts()
      if (state.text.peek() !== begins) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [])
  const send = async (response: string): Promise<void> => {
    await release(response)
    onClose()
  }
  return (
    <JsonForm
      state={state}
      what="Response"
      action="Release with this response"
      onSubmit={() => void submitJson(state, 'Response', send)}
      onCancel={onClose}
    />
  )
}
