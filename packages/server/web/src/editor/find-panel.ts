// Finds a text in the editor, in upper or lower case: every match is marked, one after the other shown.
import { type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  type Panel,
  runScopeHandlers,
  showPanel,
} from '@codemirror/view'

interface Found {
  /** What is looked for; `undefined` when the panel is closed. */
  readonly wanted: string | undefined
  /** Where the matches begin. */
  readonly places: readonly number[]
}

/** More are of no use to anybody. */
const most = 10_000

const look = StateEffect.define<string | undefined>()

const nothing: Found = { wanted: undefined, places: [] }

const found = StateField.define<Found>({
  create: () => nothing,
  update(before, { effects, docChanged, newDoc }) {
    const asked = effects.findLast((effect) => effect.is(look))
    const wanted = asked ? asked.value : before.wanted
    if (wanted === before.wanted && !docChanged) return before
    if (!wanted) return { wanted, places: [] }
    return { wanted, places: placesOf(newDoc.toString(), wanted) }
  },
  provide: (field) => [
    showPanel.from(field, ({ wanted }) => (wanted === undefined ? null : createPanel)),
    EditorView.decorations.of((view) => marksOf(view, view.state.field(field))),
  ],
})

export const find: Extension = [
  found,
  keymap.of([{ key: 'Mod-f', run: open, preventDefault: true, scope: 'editor find' }]),
]

function placesOf(text: string, wanted: string): readonly number[] {
  const pattern = new RegExp(wanted.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'gi')
  const places: number[] = []
  for (const { index } of text.matchAll(pattern)) if (places.push(index) === most) break
  return places
}

const mark = Decoration.mark({ class: 'cm-found' })

/** Of those that are to be seen. */
function marksOf({ visibleRanges }: EditorView, { wanted = '', places }: Found): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges) {
    for (let i = firstFrom(places, from - wanted.length); i < places.length; i++) {
      const at = places[i] ?? 0
      if (at >= to) break
      marks.add(at, at + wanted.length, mark)
    }
  }
  return marks.finish()
}

/** The index of the first place that is not before that one. */
function firstFrom(places: readonly number[], position: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}

function open(view: EditorView): boolean {
  const { from, to } = view.state.selection.main
  const selected = view.state.sliceDoc(from, to)
  const isLine = selected !== '' && !selected.includes('\n')
  const wanted = isLine ? selected : (view.state.field(found).wanted ?? '')
  view.dispatch({ effects: look.of(wanted) })
  const input = view.dom.querySelector<HTMLInputElement>('.cm-find input')
  if (input) input.value = wanted
  input?.select()
  return true
}

function close(view: EditorView): void {
  view.dispatch({ effects: look.of(undefined) })
  view.focus()
}

/** Shows the next match after the selection, the one before it, or the one that it is. */
function show(view: EditorView, which: 'next' | 'previous' | 'this'): void {
  const { places, wanted = '' } = view.state.field(found)
  if (places.length === 0) return
  const { from } = view.state.selection.main
  const following = firstFrom(places, which === 'next' ? from + 1 : from)
  const at = places.at(which === 'previous' ? following - 1 : following % places.length) ?? 0
  view.dispatch({
    selection: { anchor: at, head: at + wanted.length },
    effects: EditorView.scrollIntoView(at, { y: 'center' }),
  })
}

function createPanel(view: EditorView): Panel {
  const input = document.createElement('input')
  input.setAttribute('aria-label', 'Find')
  input.placeholder = 'Find'
  input.addEventListener('input', () => {
    view.dispatch({ effects: look.of(input.value) })
    show(view, 'this')
  })
  const count = document.createElement('span')
  count.setAttribute('role', 'status')
  const dom = document.createElement('div')
  dom.className = 'cm-find'
  dom.append(
    input,
    count,
    createButton('Previous match', '↑', () => show(view, 'previous')),
    createButton('Next match', '↓', () => show(view, 'next')),
    createButton('Close', '×', () => close(view)),
  )
  dom.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close(view)
    else if (event.key === 'Enter' && event.target === input)
      show(view, event.shiftKey ? 'previous' : 'next')
    else if (!runScopeHandlers(view, event, 'find')) return
    event.preventDefault()
    event.stopPropagation()
  })
  const tell = (): void => {
    count.textContent = countText(view)
  }
  return { dom, top: true, mount: tell, update: tell }
}

function countText(view: EditorView): string {
  const { wanted, places } = view.state.field(found)
  if (!wanted) return ''
  const at = places.indexOf(view.state.selection.main.from)
  const all = `${places.length.toLocaleString('en-GB')}${places.length === most ? '+' : ''}`
  return at === -1 ? all : `${(at + 1).toLocaleString('en-GB')} of ${all}`
}

function createButton(label: string, sign: string, run: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.setAttribute('aria-label', label)
  button.textContent = sign
  button.addEventListener('click', run)
  return button
}
