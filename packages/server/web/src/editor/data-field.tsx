// The field for JSON: a plain text area at once, and the editor as soon as it has been loaded.
import type { Signal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { JsonEditor } from './json-editor.ts'

interface DataFieldProps {
  /** What the JSON is. Default: `Data`. */
  readonly label?: string
  /** What is typed; written as it changes. */
  readonly text: Signal<string>
  readonly fault: string | undefined
  /** Is called for Ctrl+S, or ⌘S. */
  readonly onSave: () => void
}

export function DataField({ label = 'Data', text, fault, onSave }: DataFieldProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<JsonEditor>(null)
  const save = useRef(onSave)
  save.current = onSave

  useEffect(() => {
    let isGone = false
    void import('./json-editor.ts').then(({ createJsonEditor }) => {
      if (isGone || !place.current) return
      editor.current = createJsonEditor({
        parent: place.current,
        label: `${label}, as JSON`,
        text: text.peek(),
        onChange: (changed) => {
          text.value = changed
        },
        onSave: () => save.current(),
      })
    })
    return () => {
      isGone = true
      editor.current?.destroy()
    }
  }, [])

  return (
    <div class="field data">
      <div class="label">
        <span id={`${id}-label`}>{label}</span>
        <button type="button" class="small" onClick={() => editor.current?.format()}>
          Format
        </button>
      </div>
      <div ref={place} class="editor" />
      <p id={`${id}-fault`} class="fault" aria-live="polite">
        {fault}
      </p>
    </div>
  )
}
