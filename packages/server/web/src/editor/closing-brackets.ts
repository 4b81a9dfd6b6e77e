// Types the second bracket or quote with the first, and types over it.
import { syntaxTree } from '@codemirror/language'
import {
  EditorSelection,
  type EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
} from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

const closers: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
  ['"', '"'],
])

const typedAt = StateEffect.define<number>({ map: (at, changes) => changes.mapPos(at) })

/** Where the closers stand that nobody typed: only these are typed over. */
const untyped = StateField.define<readonly number[]>({
  create: () => [],
  update(places, { changes, effects, newDoc, selection }) {
    const added = effects.filter((effect) => effect.is(typedAt)).map(({ value }) => value)
    const line = selection && newDoc.lineAt(selection.main.head)
    const kept = places
      .map((at) => changes.mapPos(at, 1))
      // Who goes elsewhere has finished with them.
      .filter((at) => !line || (at >= line.from && at <= line.to))
    return [...kept, ...added]
  },
})

export const closingBrackets: Extension = [
  untyped,
  EditorView.domEventHandlers({
    beforeinput({ inputType, isComposing, data }, view) {
      if (inputType !== 'insertText' || isComposing || !data) return false
      const { main, ranges } = view.state.selection
      if (ranges.length > 1) return false
      const { from, to } = main
      return (
        typeOver(view, from, to, data) ||
        typeBoth(view, from, to, data) ||
        replaceLines(view, from, to, data)
      )
    },
  }),
  Prec.high(keymap.of([{ key: 'Backspace', run: removeBoth }])),
]

function typeOver({ state, dispatch }: EditorView, from: number, to: number, text: string) {
  if (from !== to || !state.field(untyped).includes(from) || at(state, from) !== text) return false
  dispatch({ selection: { anchor: from + 1 }, userEvent: 'input.type', scrollIntoView: true })
  return true
}

function typeBoth({ state, dispatch }: EditorView, from: number, to: number, text: string) {
  const closer = closers.get(text)
  if (closer === undefined || isInString(state, from)) return false
  const inner = isWithinLine(state, from, to) ? state.sliceDoc(from, to) : ''
  // Before a value it would only be in the way.
  if (from === to && !/^[\s,\]}]?$/.test(at(state, from))) return false
  dispatch({
    changes: { from, to, insert: text + inner + closer },
    selection: EditorSelection.range(from + 1, from + 1 + inner.length),
    effects: typedAt.of(from + 1 + inner.length),
    userEvent: 'input.type',
    scrollIntoView: true,
  })
  return true
}

/**
 * What a browser leaves when it joins lines by itself has styles of its own, which the policy of the
 * page forbids.
 */
function replaceLines({ state, dispatch }: EditorView, from: number, to: number, text: string) {
  if (state.doc.lineAt(from).number === state.doc.lineAt(to).number) return false
  dispatch(state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true })
  return true
}

/** Only a part of a line is put between two of them: who selects more wants to begin anew. */
function isWithinLine({ doc }: EditorState, from: number, to: number): boolean {
  return to - from < doc.length && doc.lineAt(from).number === doc.lineAt(to).number
}

/** Backspace between the two takes both away. */
function removeBoth({ state, dispatch }: EditorView): boolean {
  const { head, empty } = state.selection.main
  const isPair = closers.get(at(state, head - 1)) === at(state, head)
  if (!empty || !isPair || !state.field(untyped).includes(head)) return false
  dispatch({ changes: { from: head - 1, to: head + 1 }, userEvent: 'delete.backward' })
  return true
}

function at(state: EditorState, position: number): string {
  return position < 0 ? '' : state.sliceDoc(position, position + 1)
}

function isInString(state: EditorState, position: number): boolean {
  const { name, from, to } = syntaxTree(state).resolveInner(position, -1)
  return /^(String|PropertyName)$/.test(name) && position > from && position < to
}
