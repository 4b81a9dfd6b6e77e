// A chart of the last minute with a bar for each second. Dragging selects the seconds to show.
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { clockText } from '../time-text.ts'
import { type Bar, barsOf, describe, height, highest, pathsOf, span } from './chart-bars.ts'
import { found, pause, range, searched, serviceTime, shownJournal } from './selection.ts'

export function Chart() {
  const now = useSignal(serviceTime())
  const pointed = useSignal<number | undefined>(undefined)
  const shownBars = useRef<readonly Bar[]>([])
  useEffect(() => keepTime(now), [])
  // Requests that were dropped from the list are only counted, so they cannot be searched.
  const earlier = searched.value.trim() === '' ? shownJournal.value.earlier : new Map()
  const bars = barsOf({ rows: found.value, earlier, now: pause.value?.at ?? now.value })
  shownBars.current = bars
  const first = bars[0]?.second ?? 0
  const most = highest(bars)
  const bar = bars.find(({ second }) => second === pointed.value)
  return (
    <div class="chart">
      <svg
        viewBox={`0 0 ${span} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The last minute: ${describe(bars)}. At most ${most} a second.`}
        {...dragging(shownBars, pointed)}
      >
        {range.value && <Chosen first={first} {...range.value} />}
        {pathsOf(bars).map(([kind, path]) => (
          <path key={kind} class={kind} d={path} />
        ))}
      </svg>
      <span class="said" aria-hidden="true">
        {bar ? `${clockText(bar.second * 1000)} ${describe([bar])}` : most > 0 && `${most}/s`}
      </span>
    </div>
  )
}

interface ChosenProps {
  /** The second at the left edge. */
  readonly first: number
  readonly from: number
  readonly to: number
}

function Chosen({ first, from, to }: ChosenProps) {
  return <rect class="chosen" x={from - first - 0.1} width={to - from + 1} height={height} />
}

/** Moves the chart every second, also without requests, while the page is visible. */
function keepTime(now: Signal<number>): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) now.value = serviceTime()
  }, 1000)
  return () => clearInterval(timer)
}

/** Returns handlers to select seconds by dragging. A click shows all seconds again. */
function dragging(
  bars: { readonly current: readonly Bar[] | null },
  pointed: Signal<number | undefined>,
) {
  /** Returns the index of the bar at the pointer, from the left. */
  const placeOf = ({ offsetX, currentTarget }: PointerEvent): number => {
    const part = offsetX / (currentTarget as Element).clientWidth
    return Math.min(Math.max(Math.floor(part * span), 0), span - 1)
  }
  const secondAt = (event: PointerEvent): number => bars.current?.[placeOf(event)]?.second ?? 0
  return {
    onPointerDown(event: PointerEvent): void {
      if (event.button !== 0) return
      const svg = event.currentTarget as Element
      svg.setPointerCapture(event.pointerId)
      const start = secondAt(event)
      const startPlace = placeOf(event)
      range.value = undefined
      const drag = (moved: Event): void => {
        const second = secondAt(moved as PointerEvent)
        // Compares positions, not seconds, because the bars move under a resting pointer.
        const hasMoved = placeOf(moved as PointerEvent) !== startPlace
        if (hasMoved || range.peek())
          range.value = { from: Math.min(start, second), to: Math.max(start, second) }
      }
      svg.addEventListener('pointermove', drag)
      svg.addEventListener(
        'lostpointercapture',
        () => svg.removeEventListener('pointermove', drag),
        { once: true },
      )
    },
    onPointerMove(event: PointerEvent): void {
      pointed.value = secondAt(event)
    },
    onPointerLeave(): void {
      pointed.value = undefined
    },
  }
}
