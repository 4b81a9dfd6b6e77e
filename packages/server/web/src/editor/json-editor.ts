// The JSON editor: CodeMirror with highlighting, folding, faults underlined where they are, and a
// format that moves white space alone.
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
  /** Sets line breaks and indents; every digit stays. Returns why that was not done. */
  format(): string | undefined
  /** Shows another text; what it has already stays as it is. */
  show(text: string): void
  /** Hands on what was typed last, at once. */
  settle(): void
  destroy(): void
}

export interface JsonEditorOptions extends DropTellers {
  readonly parent: HTMLElement
  /** For those who do not see where it is. */
  readonly label: string
  readonly text: string
  /** Is called as somebody types; for a long text, when nobody does for a moment. */
  readonly onChange: (text: string) => void
  readonly onSave: (() => void) | undefined
  /** Is called when the editor says what is wrong with the text, and when it does not any more. */
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

  // In a shadow tree CodeMirror's styles are style sheets of the tree, which the policy allows.
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
        // Without the index, some do not see that the keyboard reaches what scrolls.
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      ],
    }),
  })
  // Only now: the text that an editor begins with is drawn as if no line wrapped, and then a line of
  // five megabytes as a whole, which takes seconds.
  show(() => view.dispatch({ changes: { from: 0, insert: text }, annotations: notUndone }))

  /** Nothing is typed: its line breaks may be others than those of the editor. */
  function show(change: () => void): void {
    isShowing = true
    change()
    isShowing = false
  }

  return {
    format() {
      // First: handing it on takes away what was said of the text before.
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
    // Ctrl+Enter is the page's.
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
    indentWithTab,
  ]),
]

/**
 * Unfolds as soon as the mouse is pressed: that moves the cursor, the brackets around it are marked,
 * and what is drawn anew for them hears of no click.
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

/** A command of the editor that always applies. */
function always(run: () => void): () => boolean {
  return () => {
    run()
    return true
  }
}
