// Underlines the first fault of the text after a pause in typing, and shows its message below.
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  type Panel,
  showPanel,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { checkJson, type JsonFault } from '../json/check-json.ts'

const pause = 300
/** In characters. Checking more would be noticeable while typing. */
const longestChecked = 1_000_000

const check = StateEffect.define<JsonFault | undefined>()

const marked = StateField.define<JsonFault | undefined>({
  create: () => undefined,
  update(before, { effects, docChanged }) {
    const checked = effects.find((effect) => effect.is(check))
    if (checked) return checked.value
    return docChanged ? undefined : before
  },
  provide: (field) => [
    EditorView.decorations.from(field, (fault) => {
      if (!fault) return Decoration.none
      const mark = Decoration.mark({ class: 'cm-fault', attributes: { title: fault.message } })
      const { offset, length } = fault
      return length === 0 ? Decoration.none : Decoration.set(mark.range(offset, offset + length))
    }),
    showPanel.from(field, (fault) => (fault ? () => createPanel(fault) : null)),
  ],
})

/** Returns the message shown below the text, or `undefined` if there is none. */
export function saidFault(state: EditorState): string | undefined {
  return state.field(marked)?.message
}

export const faultMark: Extension = [
  marked,
  ViewPlugin.define((view) => {
    let timer = 0
    const plan = (): void => {
      clearTimeout(timer)
      timer = window.setTimeout(() => look(view), pause)
    }
    plan()
    return {
      update: ({ docChanged }: ViewUpdate) => docChanged && plan(),
      destroy: () => clearTimeout(timer),
    }
  }),
]

function look(view: EditorView): void {
  const { doc } = view.state
  if (doc.length > longestChecked) return
  const text = doc.toString()
  const fault = checkJson(text)
  if (fault || view.state.field(marked)) {
    view.dispatch({
      effects: check.of(fault),
    })
  }
}

function createPanel({ message }: JsonFault): Panel {
  const dom = document.createElement('div')
  dom.className = 'cm-said'
  dom.setAttribute('role', 'status')
  dom.textContent = message
  return { dom }
}
