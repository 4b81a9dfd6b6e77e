// The keys of the page: one place that hears them, and the list for the cheat sheet.
import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface Shortcut {
  /** As `KeyboardEvent.key` names it; with `Mod+` for Ctrl, or ⌘. */
  readonly key: string
  /** What it does, for the cheat sheet. */
  readonly does: string
  readonly run: (event: KeyboardEvent) => void
  /** Whether it also works while somebody types. Default: those with `Mod+` do, others do not. */
  readonly whileTyping?: boolean
}

/** Those that apply now. When two have the same key, the one that came last does. */
export const shortcuts = signal<readonly Shortcut[]>([])

/** Makes the keys work from when the component is drawn until it goes. The list has to keep its keys. */
export function useShortcuts(list: readonly Shortcut[]): void {
  const latest = useRef(list)
  latest.current = list
  useLayoutEffect(() => {
    const own = list.map(
      (shortcut, i): Shortcut => ({
        ...shortcut,
        run: (event) => latest.current?.[i]?.run(event),
      }),
    )
    shortcuts.value = [...shortcuts.peek(), ...own]
    return () => {
      shortcuts.value = shortcuts.peek().filter((one) => !own.includes(one))
    }
  }, [])
}

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const isMod = event.ctrlKey || event.metaKey
  const key = isMod ? `Mod+${event.key.toLowerCase()}` : event.key
  const isTyped = isTyping(event.composedPath()[0])
  const found = shortcuts
    .peek()
    .findLast((one) => one.key === key && (!isTyped || (one.whileTyping ?? isMod)))
  // A dialog hears its own keys.
  if (!found || document.querySelector('dialog[open]')) return
  event.preventDefault()
  found.run(event)
})

function isTyping(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    /^(SELECT|TEXTAREA)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(checkbox|radio|button)$/.test(target.type))
  )
}

const isMac = navigator.platform.startsWith('Mac')

/** The key as it is written on a keyboard: `Ctrl K`, `↓`. */
export function keyText(key: string): string {
  const named: Readonly<Record<string, string>> = {
    ArrowDown: '↓',
    ArrowUp: '↑',
    enter: 'Enter',
    Escape: 'Esc',
    Mod: isMac ? '⌘' : 'Ctrl',
  }
  return key
    .split('+')
    .map(
      (part) => named[part] ?? (part.length === 1 && key.includes('+') ? part.toUpperCase() : part),
    )
    .join(' ')
}
