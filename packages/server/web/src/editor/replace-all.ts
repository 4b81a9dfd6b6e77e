// Another text in the editor, which is one step to undo.
import { isolateHistory } from '@codemirror/commands'
import type { EditorView } from '@codemirror/view'

/** What both texts begin and end with stays, and the place where somebody reads with it. */
export function replaceAll(view: EditorView, text: string): void {
  const before = view.state.doc.toString()
  const after = text.replaceAll(/\r\n?/g, '\n')
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let end = 0
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1
  }
  view.dispatch({
    changes: {
      from: start,
      to: before.length - end,
      insert: after.slice(start, after.length - end),
    },
    annotations: isolateHistory.of('full'),
  })
}
