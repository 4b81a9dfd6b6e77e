// The list of the keyboard shortcuts that work in the current view.
import { useEffect, useRef } from 'preact/hooks'
import { closeDialog } from './dialog-state.ts'
import { keyText, shortcuts } from './shortcuts.ts'

/** Keys of lists and editors, which work in all views and are not shortcuts. */
const others: readonly (readonly [key: string, does: string])[] = [
  ['↓ ↑', 'Go through the rows of a list'],
  ['Enter', 'Open the row'],
  ['Esc, then Tab', 'Leave the editor'],
]

export function KeySheet() {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  const own = new Map(shortcuts.value.map(({ key, does }) => [key, does]))
  const rows = [...[...own].map(([key, does]) => [keyText(key), does] as const), ...others]
  return (
    <section class="keys">
      <h2>Keyboard shortcuts</h2>
      <dl>
        {rows.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <button ref={close} type="button" onClick={closeDialog}>
        Close
      </button>
    </section>
  )
}
