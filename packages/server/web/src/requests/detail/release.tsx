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
  const isAnswering = useSignal(left.has(id))
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
      {isAnswering.value && <ResponseForm key={id} id={id} release={release} onClose={close} />}
    </div>
  )
}

/** Responses that were typed and not sent when the user left their requests, by request. */
const left = new Map<number, string>()

interface ResponseFormProps {
  readonly id: number
  readonly release: (response: string) => Promise<void>
  readonly onClose: () => void
}

const begins = '{\n  "statusCode": 504\n}'

function ResponseForm({ id, release, onClose }: ResponseFormProps) {
  const state = useMemo(() => createJsonForm(left.get(id) ?? begins), [])
  const isOver = useRef(false)
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent): void => {
      settleTexts()
      if (state.text.peek() !== begins) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    return () => {
      window.removeEventListener('beforeunload', stay)
      settleTexts()
      const text = state.text.peek()
      if (isOver.current || text === begins) left.delete(id)
      else left.set(id, text)
    }
  }, [])
  const close = (): void => {
    isOver.current = true
    onClose()
  }
  const send = async (response: string): Promise<void> => {
    await release(response)
    close()
  }
  return (
    <JsonForm
      state={state}
      what="Response"
      action="Release with this response"
      onSubmit={() => void submitJson(state, 'Response', send)}
      onCancel={close}
    />
  )
}
