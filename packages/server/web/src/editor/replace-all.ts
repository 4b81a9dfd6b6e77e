// Replaces text in the editor.
import { insertBracket } from '@codemirror/autocomplete'
import { isolateHistory } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'

/**
 * Replaces the whole text, in one undo step. The common start and end of both texts are not
 * touched, so that the user's position stays too.
 */
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

/**
 * Replaces a selection of several lines with typed text. A browser that joins the lines itself adds
 * inline styles, which the policy of the page forbids.
 */
export const typedOverLines = EditorView.domEventHandlers({
  beforeinput({ inputType, isComposing, data }, { state, dispatch }) {
    if (inputType !== 'insertText' || isComposing || !data) return false
    const { main, ranges } = state.selection
    const [first, last] = [state.doc.lineAt(main.from), state.doc.lineAt(main.to)]
    if (ranges.length > 1 || first.number === last.number) return false
    const typed = { userEvent: 'input.type', scrollIntoView: true }
    dispatch(insertBracket(state, data) ?? state.update(state.replaceSelection(data), typed))
    return true
  },
})
