// What can become of a request: its name, and the shape that stands for it beside its colour.
import type { Outcome } from '@mock-endpoint/core/client'

export const outcomes: readonly Outcome[] = ['answered', 'pending', 'unmatched', 'aborted']

export const outcomeNames: Readonly<Record<Outcome, string>> = {
  answered: 'Answered',
  pending: 'Pending',
  unmatched: 'Unmatched',
  aborted: 'Aborted',
}

/** A part of the data of an SVG path, about seven units wide, around a point. */
export function shapeAt(outcome: Outcome, x: number, y: number): string {
  switch (outcome) {
    case 'answered':
      return `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0z`
    case 'pending':
      return `M${x} ${y - 3.5}l3.5 3.5l-3.5 3.5l-3.5-3.5z`
    case 'unmatched':
      return `M${x} ${y - 3.8}l4 7h-8z`
    case 'aborted':
      return `M${x - 3} ${y - 3}l6 6m0-6l-6 6`
  }
}
