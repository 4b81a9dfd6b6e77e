// The JSON editor: CodeMirror with highlighting, faults underlined where they are, and a format
// that moves white space alone.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, linter, lintKeymap } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { format } from 'jsonc-parser'
import { faultsOf } from '../endpoints/check-json.ts'

export interface JsonEditor {
  /** Sets line breaks and indents; every digit stays. */
  format(): void
  destroy(): void
}

export interface JsonEditorOptions {
  readonly parent: HTMLElement
  /** For those who do not see where it is. */
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onSave: () => void
}

/** More would make each key stroke slow. */
const longestChecked = 1_000_000

export function createJsonEditor({
  parent,
  label,
  text,
  onChange,
  onSave,
}: JsonEditorOptions): JsonEditor {
  // In a shadow tree CodeMirror's styles are style sheets of the tree, which the policy allows.
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' })
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        EditorView.lineWrapping,
        json(),
        syntaxHighlighting(colours),
        linter(diagnose, { delay: 300 }),
        theme,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
        }),
        keymap.of([
          { key: 'Mod-s', preventDefault: true, run: saves(onSave) },
          // Escape, then Tab, leaves the editor by keyboard.
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
      ],
    }),
  })
  return {
    format() {
      const source = view.state.doc.toString()
      const edits = format(source, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' })
      const changes = edits.map(({ offset, length, content }) => ({
        from: offset,
        to: offset + length,
        insert: content,
      }))
      view.dispatch({ changes })
    },
    destroy: () => view.destroy(),
  }
}

/** A command of the editor that always applies. */
function saves(onSave: () => void): () => boolean {
  return () => {
    onSave()
    return true
  }
}

function diagnose(view: EditorView): Diagnostic[] {
  if (view.state.doc.length > longestChecked) return []
  return faultsOf(view.state.doc.toString()).map(({ offset, length, message }) => ({
    from: offset,
    to: Math.min(offset + Math.max(length, 1), view.state.doc.length),
    severity: 'error',
    message,
  }))
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-name)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.bool, tags.null], color: 'var(--code-word)' },
])

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--bg)', fontSize: '14px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    lineHeight: '1.5',
    maxHeight: '60vh',
    minHeight: '12rem',
  },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--bg)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--line-soft)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--selection)' },
  '.cm-matchingBracket': { outline: '1px solid var(--muted)', backgroundColor: 'transparent' },
  // CodeMirror's own mark is an image in a data: address.
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
  },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
})
