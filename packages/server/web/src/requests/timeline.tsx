// A picture of what happens: time to answer against time, one mark for each request.
import { batch, type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { RequestRow } from '../api/request-row.ts'
import { go } from '../shell/route.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { outcomeNames, outcomes } from './outcomes.ts'
import { matching, pause, serviceTime, shownJournal } from './selection.ts'
import { clockText, durationText } from './time-text.ts'
import {
  countOutcomes,
  describeTimeline,
  height,
  left,
  linesOf,
  nearest,
  type Point,
  pathsOf,
  pointsOf,
  recent,
  spanOf,
  stemsOf,
  topOf,
} from './timeline-scale.ts'

/** What is to be seen, and when. */
interface View {
  readonly now: Signal<number>
  readonly rows: Signal<readonly RequestRow[]>
  readonly span: Signal<number>
}

const tick = 200
/** For those who do not want things to move. */
const calmTick = 2000

export function Timeline() {
  const now = useSignal(serviceTime())
  const rows = useSignal<readonly RequestRow[]>([])
  const span = useSignal(60_000)
  const pointed = useSignal<Point | undefined>(undefined)
  const width = useSignal(600)
  const svg = useRef<SVGSVGElement>(null)
  const points = useRef<readonly Point[]>([])
  useEffect(() => keepDrawing({ now, rows, span }), [])
  useEffect(() => (svg.current ? follow(svg.current, points, { pointed, width }) : undefined), [])

  const top = topOf(rows.value, now.value)
  const frame = { width: width.value, now: now.value, span: span.value, top }
  points.current = pointsOf(rows.value, frame)
  const paths = pathsOf(points.current)
  const counts = countOutcomes(rows.value)
  const ring = points.current.find(({ row }) => row.id === pointed.value?.row.id)
  return (
    <figure class="timeline">
      <svg
        ref={svg}
        class={ring && 'pointing'}
        viewBox={`0 0 ${width.value} ${height}`}
        height={height}
        role="img"
        aria-label={describeTimeline(rows.value, span.value)}
      >
        {linesOf(top).map(({ y, text }) => (
          <g key={text}>
            <path class="line" d={`M${left} ${y}H${width.value}`} />
            <text x={left - 6} y={y + 4} class="end">
              {text}
            </text>
          </g>
        ))}
        <text x={left} y="116">{`${span.value / 1000} s ago`}</text>
        <text x={width.value} y="116" class="end">
          {pause.value ? clockText(pause.value.at) : 'now'}
        </text>
        <path class="stems" d={stemsOf(points.current)} />
        {outcomes.map((outcome) => (
          <path key={outcome} class={`mark ${outcome}`} d={paths[outcome]} />
        ))}
        {ring && <circle class="ring" cx={ring.x} cy={ring.y} r="7" />}
      </svg>
      <figcaption>
        {ring ? (
          <span class="pointed">{sentence(ring.row)}</span>
        ) : (
          outcomes.map((outcome) => (
            <span key={outcome}>
              <OutcomeMark outcome={outcome} /> {outcomeNames[outcome]} {counts[outcome]}
            </span>
          ))
        )}
      </figcaption>
    </figure>
  )
}

function sentence({ method, endpoint, path, outcome, durationMs, receivedAt }: RequestRow): string {
  const took = durationMs === null ? '' : ` in ${durationText(durationMs)}`
  const became = `${outcomeNames[outcome].toLowerCase()}${took}`
  return `${clockText(receivedAt)} ${method} ${endpoint ?? path}, ${became}`
}

/** A few times a second, and not at all while nothing is in the picture or it is paused. */
function keepDrawing({ now, rows, span }: View): () => void {
  const draw = (): void => {
    if (document.hidden) return
    const time = pause.peek()?.at ?? serviceTime()
    const all = shownJournal.peek().rows
    const seconds = spanOf(all, all.length === 1000, time)
    const found = recent(matching.peek(), time, seconds)
    if (found.length === 0 && rows.peek().length === 0) return
    batch(() => {
      now.value = time
      span.value = seconds
      if (!isSame(found, rows.peek())) rows.value = found
    })
  }
  draw()
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const timer = setInterval(draw, isCalm ? calmTick : tick)
  return () => clearInterval(timer)
}

function isSame(a: readonly RequestRow[], b: readonly RequestRow[]): boolean {
  return a.length === b.length && a.every((row, i) => row === b[i])
}

interface Followed {
  readonly pointed: Signal<Point | undefined>
  readonly width: Signal<number>
}

/** A mark that is pointed at is named, and a click opens it. The table does the same by keyboard. */
function follow(
  svg: SVGSVGElement,
  points: { readonly current: readonly Point[] | null },
  { pointed, width }: Followed,
): () => void {
  const pointAt = ({ offsetX, offsetY }: MouseEvent): void => {
    pointed.value = nearest(points.current ?? [], offsetX, offsetY)
  }
  const leave = (): void => {
    pointed.value = undefined
  }
  const open = (event: MouseEvent): void => {
    pointAt(event)
    if (pointed.value) go({ view: 'requests', id: pointed.value.row.id })
  }
  const observer = new ResizeObserver(() => {
    width.value = svg.clientWidth || width.value
  })
  observer.observe(svg)
  svg.addEventListener('pointermove', pointAt)
  svg.addEventListener('pointerleave', leave)
  svg.addEventListener('click', open)
  return () => {
    observer.disconnect()
    svg.removeEventListener('pointermove', pointAt)
    svg.removeEventListener('pointerleave', leave)
    svg.removeEventListener('click', open)
  }
}
