// The outcome of a request: its status in the colour of its class, or a word if it has none.
import type { NetworkFault, Outcome } from '@mock-endpoint/core/client'
import { StatusPill } from '../parts/status-pill.tsx'

interface OutcomePillProps {
  readonly outcome: Outcome
  readonly statusCode: number | null
  readonly isHeld: boolean
  readonly fault: NetworkFault | undefined
}

export function OutcomePill({ outcome, statusCode, isHeld, fault }: OutcomePillProps) {
  if (fault) return <span class="pill broken">{fault}</span>
  if (isHeld) return <span class="pill held">held</span>
  if (outcome === 'answered' && statusCode !== null) return <StatusPill statusCode={statusCode} />
  return <span class={`pill ${outcome}`}>{outcome}</span>
}
