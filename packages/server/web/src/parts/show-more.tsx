// The button below a list that shows its beginning.
import type { Signal } from '@preact/signals'

interface ShowMoreProps {
  /** How many there are. */
  readonly count: number
  /** How many are shown. */
  readonly limit: Signal<number>
  /** How many more each time. */
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
