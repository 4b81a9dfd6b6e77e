// Lets a held request go: with the answer of its rule, or with parts of another one laid over it.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { control } from '../api/control.ts'
import { JsonForm } from '../editor/json-form.tsx'
import { moveFocus } from '../shell/focus.ts'
import { say, sayError } from '../shell/toasts.tsx'

export function Release({ request: { id } }: { readonly request: RecordedRequest }) {
  const isAnswering = useSignal(false)
  const answerButton = useRef<HTMLButtonElement>(null)
  const release = async (answer: string): Promise<void> => {
    await control.releaseRequest({ id: String(id), answer })
    say(`Released request ${id}.`)
  }
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
      {isAnswering.value && (
        <JsonForm
          what="Answer"
          text={'{\n  "statusCode": 504\n}'}
          action="Release with this answer"
          send={async (answer) => {
            await release(answer)
            close()
          }}
          onCancel={close}
        />
      )}
    </div>
  )
}
