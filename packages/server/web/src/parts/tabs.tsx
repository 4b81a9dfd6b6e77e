// Tabs, and the panel of the selected one.
import { useId } from 'preact/hooks'

interface TabsProps {
  /** The accessible name of the tab list. */
  readonly label: string
  readonly titles: readonly string[]
  /** The index of the selected tab. */
  readonly shown: { value: number }
  readonly children: preact.ComponentChildren
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

export function Tabs({ label, titles, shown, children }: TabsProps) {
  const id = useId()
  const move = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    shown.value = (shown.value + step + titles.length) % titles.length
    document.getElementById(`${id}-${shown.value}`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {titles.map((title, i) => (
          <button
            key={title}
            id={`${id}-${i}`}
            type="button"
            role="tab"
            aria-selected={shown.value === i}
            aria-controls={`${id}-panel`}
            tabIndex={shown.value === i ? 0 : -1}
            onClick={() => {
              shown.value = i
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.value}`}>
        {children}
      </div>
    </>
  )
}
