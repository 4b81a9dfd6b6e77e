// Lets a held request go: with the answer of its rule, or with parts of another one laid over it.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { createJsonForm, JsonForm, submitJson } from '../editor/json-form.tsx'
import { settleTexts } from '../editor/pending-texts.ts'
import { moveFocus } from '../shell/focus.ts'
import { sayError } from '../shell/toasts.tsx'
import { releaseRequest } from './release-request.ts'

export function Release({ request: { id } }: { readonly request: RecordedRequest }) {
  const isAnswering = useSignal(false)
  const answerButton = useRef<HTMLButtonElement>(null)
  const release = (answer: string): Promise<void> => releaseRequest(id, answer)
  const close = (): void => {
    isAnswering.value = false
    moveFocus(answerButton.current)
  }
  return (
    <div class="notice held">
      <p>Its rule holds it until it is released.</p>
      <div class="actions">
        <button type="button" class="primary" onClick={() => release('').catch(sayError)}>
          Release
        </button>
        <button
          ref={answerButton}
          type="button"
          aria-expanded={isAnswering.value}
          onClick={() => {
            isAnswering.value = true
          }}
        >
          Release with another answer
        </button>
      </div>
      {isAnswering.value && <AnswerForm release={release} onClose={close} />}
    </div>
  )
}

interface AnswerFormProps {
  readonly release: (answer: string) => Promise<void>
  readonly onClose: () => void
}

const begins = '{\n  "statusCode": 504\n}'

function AnswerForm({ release, onClose }: AnswerFormProps) {
  const state = useMemo(() => createJsonForm(begins), [])
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent): void => {
      settleTexts()
      if (state.text.peek() !== begins) event.preventDefault()
    }
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [])
  const send = async (answer: string): Promise<void> => {
    await release(answer)
    onClose()
  }
  return (
    <JsonForm
      state={state}
      what="Answer"
      action="Release with this answer"
      onSubmit={() => void submitJson(state, 'Answer', send)}
      onCancel={onClose}
    />
  )
}
