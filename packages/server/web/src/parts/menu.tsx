// A button that opens a short menu of actions that are rare, or should not be hit by mistake.
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface MenuItem {
  readonly text: string
  readonly run: () => void
  /** Whether it removes something. */
  readonly isDanger?: boolean
  /** For an item of a choice, whether it is the selected one. */
  readonly isChosen?: boolean
}

interface MenuProps {
  /** The accessible name of the menu. */
  readonly label: string
  /** The text of the button. Default: three dots. */
  readonly sign?: string
  readonly items: readonly MenuItem[]
}

export function Menu({ label, sign = '⋯', items }: MenuProps) {
  const isOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const entries = (): HTMLElement[] => [
    ...(place.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
  ]
  // A layout effect runs before the next key, which is meant for an entry.
  useLayoutEffect(() => {
    if (!isOpen.value) return undefined
    entries()[0]?.focus()
    const closeOutside = ({ target }: Event): void => {
      if (!place.current?.contains(target as Node)) isOpen.value = false
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen.value])

  const close = (): void => {
    isOpen.value = false
    button.current?.focus()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (!isOpen.value) return
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault()
      event.stopPropagation()
      close()
      return
    }
    const all = entries()
    const to = indexAfter(event.key, all.indexOf(event.target as HTMLElement), all.length)
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    all[to]?.focus()
  }

  return (
    <div ref={place} class="menu">
      <button
        ref={button}
        type="button"
        class="quiet"
        aria-haspopup="menu"
        onKeyDown={onKey}
        aria-expanded={isOpen.value}
        aria-label={label}
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        {sign}
      </button>
      {isOpen.value && (
        <div role="menu" aria-label={label} onKeyDown={onKey}>
          {items.map(({ text, run, isDanger, isChosen }) => (
            <button
              key={text}
              type="button"
              {...roleOf(isChosen)}
              class={isDanger ? 'danger' : undefined}
              tabIndex={-1}
              onClick={() => {
                close()
                run()
              }}
            >
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Returns the role of an item. Only the items of a choice are checked or not. */
function roleOf(isChosen: boolean | undefined) {
  if (isChosen === undefined) return { role: 'menuitem' } as const
  return { role: 'menuitemradio', 'aria-checked': isChosen } as const
}

/** Returns the index that a key leads to in a list, or `undefined` if the key leads nowhere. */
export function indexAfter(key: string, from: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % length
    case 'ArrowUp':
      return (from - 1 + length) % length
    case 'Home':
      return 0
    case 'End':
      return length - 1
    default:
      return undefined
  }
}
