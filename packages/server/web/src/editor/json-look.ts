// The look of the editor, in the colours of the page.
import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-name)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.bool, tags.null], color: 'var(--code-word)' },
])

export const theme = EditorView.theme({
  '&': {
    color: 'var(--text)',
    backgroundColor: 'var(--bg)',
    fontSize: 'var(--input, 13px)',
    flex: '1',
    minHeight: '0',
  },
  // The page draws the outline around the whole editor.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--bg)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '28px', paddingLeft: '8px' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', textAlign: 'center', cursor: 'pointer' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': {
    backgroundColor: 'var(--surface)',
  },
  '.cm-foldPlaceholder': {
    padding: '0 4px',
    color: 'var(--muted)',
    backgroundColor: 'var(--none-soft)',
    border: 'none',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--selection)' },
  '.cm-matchingBracket': { outline: '1px solid var(--muted)', backgroundColor: 'transparent' },
  '.cm-fault': { textDecoration: 'underline wavy var(--bad)' },
  '.cm-said': { padding: '4px 12px', color: 'var(--bad)', fontFamily: 'var(--sans)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panels': { color: 'inherit', backgroundColor: 'var(--surface)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '4px 28px 4px 8px', fontFamily: 'var(--sans)' },
  '.cm-panel.cm-search [name=close]': { padding: '4px 8px', color: 'inherit', cursor: 'pointer' },
  '.cm-panel.cm-search label': { fontSize: '12px' },
  '.cm-textfield, .cm-button': {
    padding: '4px 8px',
    color: 'inherit',
    background: 'var(--bg)',
    border: '1px solid var(--line)',
    borderRadius: '4px',
    fontSize: 'var(--input, 12px)',
  },
  '.cm-panel.cm-search input': { fontSize: 'var(--input, 12px)' },
  '.cm-button:hover': { backgroundColor: 'var(--hover)' },
  '.cm-search :focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selection)' },
})
