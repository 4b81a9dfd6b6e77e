// The field for JSON. Its editor is shown at once if its code was loaded before.
import { type Signal, useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { messageOf } from '../api/control.ts'
import { NotLoaded } from '../parts/later.tsx'
import { say, sayError } from '../shell/toasts.tsx'
import type { JsonEditor } from './json-editor.ts'
import { addPending } from './pending-texts.ts'

let loaded: typeof import('./json-editor.ts') | undefined

/** Loads the editor, so that a field has its editor, and so its height, as soon as it is shown. */
export async function loadEditor(): Promise<typeof import('./json-editor.ts')> {
  loaded ??= await import('./json-editor.ts')
  return loaded
}

interface DataFieldProps {
  /** The label of the field. Default: `Data`. */
  readonly label?: string
  /** The typed text. The field writes every change to it, and shows what other code writes. */
  readonly text: Signal<string>
  readonly fault: string | undefined
  /** Called for Ctrl+S or ⌘S. Default: the page handles the key. */
  readonly onSave?: () => void
}

export function DataField({ label = 'Data', text, fault, onSave }: DataFieldProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<JsonEditor>(null)
  const notFormatted = useSignal<string | undefined>(undefined)
  const notLoaded = useSignal<string | undefined>(undefined)
  const said = useSignal<string | undefined>(undefined)
  const save = useRef(onSave)
  save.current = onSave

  useLayoutEffect(() => {
    let isGone = false
    const create = ({ createJsonEditor }: typeof import('./json-editor.ts')): void => {
      if (isGone || !place.current) return
      editor.current = createJsonEditor({
        parent: place.current,
        label: `${label}, as JSON`,
        text: text.peek(),
        onChange: (changed) => {
          // Needed here too, because `text` does not change if what is typed is deleted again.
          notFormatted.value = undefined
          text.value = changed
        },
        onFault: (text) => {
          said.value = text
        },
        say,
        sayError,
        onSave: save.current && (() => save.current?.()),
      })
    }
    if (loaded) create(loaded)
    else
      loadEditor().then(create, (error) => {
        notLoaded.value = messageOf(error)
      })
    const endShowing = text.subscribe((now) => {
      notFormatted.value = undefined
      editor.current?.show(now)
    })
    const endPending = addPending(() => editor.current?.settle())
    return () => {
      isGone = true
      endShowing()
      endPending()
      editor.current?.destroy()
    }
  }, [])

  const shown = notFormatted.value ?? fault
  return (
    <div class="field data">
      <div class="label">
        <span id={`${id}-label`}>{label}</span>
        <button
          type="button"
          class="small quiet"
          onClick={() => {
            notFormatted.value = editor.current?.format()
          }}
        >
          Format
        </button>
      </div>
      <div ref={place} class="editor" />
      {notLoaded.value && <NotLoaded what="The editor" reason={notLoaded.value} />}
      <p id={`${id}-fault`} class="fault" aria-live="polite">
        {shown === said.value ? undefined : shown}
      </p>
    </div>
  )
}
