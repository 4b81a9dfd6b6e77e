// Short messages at the edge of the page, with an optional undo button.
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { messageOf } from '../api/control.ts'
import { focusIfLost, searchField } from './focus.ts'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'failed'
  readonly undo?: () => void
}

const toasts = signal<readonly Toast[]>([])
const shownFor = 8000
let lastId = 0

/** Returns the undo button of the last message, if it has one. */
export function undoButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.toast:last-child .undo')
}

/** Shows a message for some seconds, with an undo button if `undo` is given. */
export function say(text: string, undo?: () => void): void {
  show({ text, kind: 'done', ...(undo && { undo }) })
}

/** Shows the message of an error. */
export function sayError(error: unknown): void {
  show({ text: messageOf(error), kind: 'failed' })
}

function show(toast: Omit<Toast, 'id'>): void {
  const id = ++lastId
  toasts.value = [...toasts.value.slice(-2), { ...toast, id }]
  setTimeout(() => expire(id), shownFor)
}

/** Closes a message, but not while it has focus. */
function expire(id: number): void {
  if (document.activeElement?.closest('.toast')?.id !== `toast-${id}`) close(id)
  else setTimeout(() => expire(id), shownFor)
}

let hadFocus = false

/** Moves focus to the search after a focused message was closed. */
function goOn(): void {
  if (hadFocus) focusIfLost(searchField())
  hadFocus = false
}

function close(id: number): void {
  hadFocus = document.activeElement?.closest('.toast') != null
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export function Toasts() {
  useEffect(goOn, [toasts.value])
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind, undo }) => (
        <div key={id} id={`toast-${id}`} class={`toast ${kind}`}>
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              class="undo"
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
