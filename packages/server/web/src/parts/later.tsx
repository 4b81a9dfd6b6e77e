// A part of the page whose code is loaded when it is first shown.
import { signal } from '@preact/signals'
import { type ComponentType, createElement } from 'preact'
import { messageOf } from '../api/control.ts'

/** Returns a component that shows nothing until it is loaded, or an error if loading fails. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined)
  const fault = signal<string | undefined>(undefined)
  let isLoading = false

  function begin(): void {
    isLoading = true
    load().then(
      (component) => {
        loaded.value = component
      },
      (error) => {
        isLoading = false
        fault.value = messageOf(error)
      },
    )
  }

  return (props: Props) => {
    const Loaded = loaded.value
    if (Loaded) return createElement(Loaded, props)
    if (!isLoading && !fault.value) begin()
    if (!fault.value) return null
    return <NotLoaded what="This part of the page" reason={fault.value} />
  }
}

interface NotLoadedProps {
  readonly what: string
  readonly reason: string
}

export function NotLoaded({ what, reason }: NotLoadedProps) {
  return (
    <p class="hint" role="alert">
      {what} could not be loaded: {reason}{' '}
      <button type="button" onClick={() => location.reload()}>
        Load the page again
      </button>
    </p>
  )
}
