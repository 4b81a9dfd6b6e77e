// The seconds that were chosen in the chart, and the way back to all of them.
import { range } from './selection.ts'
import { clockText } from './time-text.ts'

export function RangeBar() {
  if (!range.value) return null
  const { from, to } = range.value
  const words = [...new Set([from, to])].map((second) => clockText(second * 1000)).join('–')
  return (
    <p class="bar">
      <span>
        Only <span class="time">{words}</span>
      </span>
      <button type="button" class="quiet small" aria-label="Show all times" onClick={showAllTimes}>
        ✕
      </button>
    </p>
  )
}

function showAllTimes(): void {
  range.value = undefined
}
