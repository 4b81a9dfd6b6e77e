// The button below a list of which only the beginning is shown.
import type { Signal } from '@preact/signals'

interface ShowMoreProps {
  /** The number of items. */
  readonly count: number
  /** The number of items that are shown. */
  readonly limit: Signal<number>
  /** The number of items that each click adds. */
  readonly step: number
}

export function ShowMore({ count, limit, step }: ShowMoreProps) {
  if (count <= limit.value) return null
  const showMore = (): void => {
    limit.value += step
  }
  return (
    <button type="button" class="more" onClick={showMore}>
      Show more
    </button>
  )
}
