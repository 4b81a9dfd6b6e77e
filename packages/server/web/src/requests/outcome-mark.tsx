// The shape of an outcome, beside its name.
import type { Outcome } from '@mock-endpoint/core/client'
import { shapeAt } from './outcomes.ts'

export function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  return (
    <svg class={`mark ${outcome}`} viewBox="-5 -5 10 10" width="10" height="10" aria-hidden="true">
      <path d={shapeAt(outcome, 0, 0)} />
    </svg>
  )
}
