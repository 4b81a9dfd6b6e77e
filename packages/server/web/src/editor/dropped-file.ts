// Replaces the text of the editor with the content of a file that is dropped on it.

import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { replaceAll } from './replace-all.ts'

/** In bytes. The service's default limit for a body. */
const largest = 10 * 1024 * 1024

/** Callbacks that show that a file was taken, or why it was not. */
export interface DropTellers {
  readonly say: (text: string, undo: () => void) => void
  readonly sayError: (error: unknown) => void
}

export function droppedFile({ say, sayError }: DropTellers): Extension {
  async function take(file: File, view: EditorView): Promise<void> {
    if (file.size > largest) throw new Error(`${file.name} is larger than 10 MB.`)
    const text = await textOf(file)
    const before = view.state.doc.toString()
    replaceAll(view, text)
    say(`The text is that of ${file.name} now.`, () => replaceAll(view, before))
  }

  return EditorView.domEventHandlers({
    drop(event, view) {
      const file = event.dataTransfer?.files[0]
      if (!file) return false
      event.preventDefault()
      take(file, view).catch(sayError)
      return true
    },
  })
}

async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${file.name} is not text in UTF-8.`)
  }
}
