// The JSON editor: CodeMirror with highlighting, folding, underlined faults, and a formatter that
// changes only white space.
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Transaction } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { checkJson } from '../json/check-json.ts'
import { formatJson } from '../json/format-json.ts'
import { type DropTellers, droppedFile } from './dropped-file.ts'
import { faultMark, saidFault } from './fault-mark.ts'
import { colours, theme } from './json-look.ts'
import { replaceAll, typedOverLines } from './replace-all.ts'

export interface JsonEditor {
  /** Sets line breaks and indents. Every digit stays. Returns the reason if that fails. */
  format(): string | undefined
  /** Shows another text. If it is the current text, nothing changes. */
  show(text: string): void
  /** Passes text that was just typed to `onChange` at once. */
  settle(): void
  destroy(): void
}

export interface JsonEditorOptions extends DropTellers {
  readonly parent: HTMLElement
  /** The accessible name of the editor. */
  readonly label: string
  readonly text: string
  /** Called on every change, or, for a long text, after a pause in typing. */
  readonly onChange: (text: string) => void
  readonly onSave: (() => void) | undefined
  /** Called when the fault message below the text changes. `undefined` if there is none. */
  readonly onFault: (said: string | undefined) => void
}

const notUndone = Transaction.addToHistory.of(false)
const longestHandedOn = 100_000
const pause = 400
const tooDeep = 'Not formatted: it is so deep that its indents would be far longer than the text.'

export function createJsonEditor(options: JsonEditorOptions): JsonEditor {
  const { parent, label, text, onChange, onSave, onFault } = options
  let known = text
  let timer = 0
  let isPending = false
  let isShowing = false

  function settle(): void {
    clearTimeout(timer)
    if (!isPending) return
    isPending = false
    known = view.state.doc.toString()
    onChange(known)
  }

  const listener = EditorView.updateListener.of(({ docChanged, startState, state }) => {
    const said = saidFault(state)
    if (said !== saidFault(startState)) onFault(said)
    if (!docChanged || isShowing) return
    isPending = true
    clearTimeout(timer)
    if (state.doc.length <= longestHandedOn) settle()
    else timer = window.setTimeout(settle, pause)
  })

  // In a shadow tree, CodeMirror's styles are adopted style sheets, which the policy allows.
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' })
  const saves = onSave ? [{ key: 'Mod-s', preventDefault: true, run: always(onSave) }] : []
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      extensions: [
        keymap.of(saves),
        editing,
        listener,
        droppedFile(options),
        // Without `tabindex`, some tools do not notice that the keyboard can scroll the editor.
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      ],
    }),
  })
  // Set only now, because an editor draws its initial text as if no line wrapped. It would draw a
  // line of five megabytes as a whole, which takes seconds.
  show(() => view.dispatch({ changes: { from: 0, insert: text }, annotations: notUndone }))

  /** Makes a change that does not count as typed. The editor may change its line breaks. */
  function show(change: () => void): void {
    isShowing = true
    change()
    isShowing = false
  }

  return {
    format() {
      // First, because `onChange` clears the message about the text before.
      settle()
      const source = view.state.doc.toString()
      const wrong = checkJson(source)
      if (wrong) return wrong.message
      const formatted = formatJson(source)
      if (formatted === undefined) return tooDeep
      replaceAll(view, formatted)
      return undefined
    },
    show(now) {
      if (now === known) return
      clearTimeout(timer)
      isPending = false
      known = now
      show(() => replaceAll(view, now))
    },
    settle,
    destroy: () => view.destroy(),
  }
}

const editing: Extension = [
  lineNumbers(),
  foldGutter({ openText: '⌄', closedText: '›' }),
  codeFolding({ placeholderDOM: foldPlaceholder }),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  typedOverLines,
  search({ top: true }),
  highlightActiveLine(),
  EditorView.lineWrapping,
  json(),
  syntaxHighlighting(colours),
  faultMark,
  theme,
  keymap.of([
    // Escape, then Tab, leaves the editor by keyboard.
    ...closeBracketsKeymap,
    ...searchKeymap,
    ...foldKeymap,
    ...historyKeymap,
    // Ctrl+Enter is a shortcut of the page.
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
    indentWithTab,
  ]),
]

/**
 * Creates the placeholder of a fold. It unfolds on mousedown, because that moves the cursor, marks
 * the brackets around it and so redraws the placeholder, which then gets no click.
 */
function foldPlaceholder(_: EditorView, unfold: (event: Event) => void): HTMLElement {
  const element = document.createElement('span')
  element.className = 'cm-foldPlaceholder'
  element.textContent = '…'
  element.title = 'Unfold'
  element.addEventListener('mousedown', (event) => {
    event.stopPropagation()
    unfold(event)
  })
  return element
}

/** Returns an editor command that always applies. */
function always(run: () => void): () => boolean {
  return () => {
    run()
    return true
  }
}
