// Short messages at the edge of the page: what was done, and the way back.
import { signal } from '@preact/signals'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'failed'
  readonly undo?: () => void
}

const toasts = signal<readonly Toast[]>([])
const shownFor = 8000
let lastId = 0

/** Says it for some seconds; with a way back where there is one. */
export function say(text: string, undo?: () => void): void {
  show({ text, kind: 'done', ...(undo && { undo }) })
}

/** Says what went wrong, in the words of the error. */
export function sayError(error: unknown): void {
  show({ text: error instanceof Error ? error.message : String(error), kind: 'failed' })
}

function show(toast: Omit<Toast, 'id'>): void {
  const id = ++lastId
  toasts.value = [...toasts.value.slice(-2), { ...toast, id }]
  setTimeout(() => close(id), shownFor)
}

function close(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`toast ${kind}`}>
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              onClick={() => {
                undo()
                close(id)
              }}
            >
              Undo
            </button>
          )}
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => close(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
