// Where each request is in the picture, and what the picture says in words.
import type { Outcome } from '@mock-endpoint/core/client'
import type { RequestRow } from '../api/request-row.ts'
import { outcomeNames, outcomes, shapeAt } from './outcomes.ts'
import { durationText } from './time-text.ts'

interface Frame {
  readonly width: number
  /** The time at the right edge. */
  readonly now: number
  /** How much of time is to be seen, in milliseconds. */
  readonly span: number
  /** The time to answer at the upper edge, in milliseconds. */
  readonly top: number
}

export interface Point {
  readonly row: RequestRow
  readonly x: number
  readonly y: number
}

export const height = 120
/** Where the scale of durations begins and ends, from above. */
const upper = 10
const lower = 100
/** Room for the labels, at the left and at the right. */
export const left = 50
const right = 8

const spans = [2000, 5000, 10_000, 20_000, 30_000]
const longestSpan = 60_000
const shortest = 0.1
const longest = 10_000

/**
 * The last minute; less when there is so much that the rows reach less far back: they are the last
 * 1,000.
 */
export function spanOf(rows: readonly RequestRow[], isFull: boolean, now: number): number {
  const [first] = rows
  if (!first || !isFull) return longestSpan
  return spans.find((span) => now - first.receivedAt <= span) ?? longestSpan
}

/** Those that came within the span, or still wait. */
export function recent(rows: readonly RequestRow[], now: number, span: number): RequestRow[] {
  return rows.filter(({ receivedAt }) => receivedAt >= now - span)
}

/** Ten seconds, and ten times as much for as long as something takes longer. */
export function topOf(rows: readonly RequestRow[], now: number): number {
  const most = Math.max(longest, ...rows.map((row) => tookUntil(row, now)))
  return 10 ** Math.ceil(Math.log10(most) - 1e-9)
}

export function pointsOf(rows: readonly RequestRow[], frame: Frame): Point[] {
  return rows.map((row) => ({
    row,
    x: round(xOf(row.receivedAt, frame)),
    y: round(yOf(tookUntil(row, frame.now), frame.top)),
  }))
}

/** The data of one SVG path for each outcome. */
export function pathsOf(points: readonly Point[]): Readonly<Record<Outcome, string>> {
  const paths = { answered: '', pending: '', unmatched: '', aborted: '' }
  for (const { row, x, y } of points) paths[row.outcome] += shapeAt(row.outcome, x, y)
  return paths
}

/** The bars that grow below what is pending. */
export function stemsOf(points: readonly Point[]): string {
  const pending = points.filter(({ row }) => row.outcome === 'pending')
  return pending.map(({ x, y }) => `M${x} ${lower}V${y}`).join('')
}

/** Lines across: at every second power of ten, and at the beginning. */
export function linesOf(top: number): readonly { readonly y: number; readonly text: string }[] {
  const lines = [{ y: lower, text: shortText(shortest) }]
  for (let took = top; took >= 1; took /= 100)
    lines.push({ y: yOf(took, top), text: shortText(took) })
  return lines
}

export function nearest(points: readonly Point[], x: number, y: number): Point | undefined {
  let found: Point | undefined
  let least = 12
  for (const point of points) {
    const distance = Math.hypot(point.x - x, point.y - y)
    if (distance > least) continue
    least = distance
    found = point
  }
  return found
}

/** How many there are of each outcome. */
export function countOutcomes(rows: readonly RequestRow[]): Readonly<Record<Outcome, number>> {
  const counts = { answered: 0, pending: 0, unmatched: 0, aborted: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}

export function describeTimeline(rows: readonly RequestRow[], span: number): string {
  const seconds = `the last ${span / 1000} seconds`
  if (rows.length === 0) return `Time to answer: no requests in ${seconds}.`
  const counts = countOutcomes(rows)
  const parts = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcomeNames[outcome].toLowerCase()}`)
  const took = rows.flatMap(({ durationMs }) => durationMs ?? []).sort((a, b) => a - b)
  const middle = took[Math.floor(took.length / 2)]
  const slowest = took.at(-1)
  const times =
    middle === undefined || slowest === undefined
      ? ''
      : ` Median ${durationText(middle)}, slowest ${durationText(slowest)}.`
  return `Time to answer in ${seconds}: ${parts.join(', ')}.${times}`
}

function tookUntil({ durationMs, receivedAt }: RequestRow, now: number): number {
  return durationMs ?? Math.max(now - receivedAt, 0)
}

function xOf(time: number, { width, now, span }: Frame): number {
  return left + Math.min((time - now) / span + 1, 1) * (width - left - right)
}

function yOf(took: number, top: number): number {
  const part = Math.log(Math.max(took, shortest) / shortest) / Math.log(top / shortest)
  return lower - part * (lower - upper)
}

function shortText(took: number): string {
  return took < 1000 ? `${took} ms` : `${(took / 1000).toLocaleString('en-GB')} s`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
