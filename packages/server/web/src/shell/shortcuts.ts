// The keyboard shortcuts of the page: their only listener, and their list for the cheat sheet.
import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

export interface Shortcut {
  /** A `KeyboardEvent.key`, with the prefix `Mod+` for Ctrl or ⌘. */
  readonly key: string
  /** The description, for the cheat sheet. */
  readonly does: string
  readonly run: (event: KeyboardEvent) => void
  /** Whether it also works in text fields. Default: true with `Mod+`, otherwise false. */
  readonly whileTyping?: boolean
}

/** The active shortcuts. If several have the same key, the last one runs. */
export const shortcuts = signal<readonly Shortcut[]>([])

/** Activates shortcuts while the component is mounted. The keys of the list must not change. */
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
  // A dialog handles its own keys.
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

/** Returns the key as it is labelled on a keyboard: `Ctrl K`, `↓`. */
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
