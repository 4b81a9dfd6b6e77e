// Buttons with counts that jump to the sections below, within reach however long the data is.
import { useComputed } from '@preact/signals'
import type { RuleList } from '../rules/list/rule-list.ts'
import { requestsTo } from './endpoint-requests.tsx'

export function Jumps({ list }: { readonly list: RuleList }) {
  const rules = list.shown.value.filter(({ rule, isGone }) => !isGone && rule.left !== 0).length
  const requests = useComputed(() => requestsTo(list.endpoint).length).value
  return (
    <nav class="jumps" aria-label="Further down">
      <Jump to="rules" title="Rules" count={list.hasMore.value ? `${rules}+` : String(rules)} />
      <Jump to="requests-of" title="Requests" count={requests.toLocaleString('en-GB')} />
    </nav>
  )
}

interface JumpProps {
  /** The class of the section. */
  readonly to: string
  readonly title: string
  readonly count: string
}

function Jump({ to, title, count }: JumpProps) {
  const jump = (): void => {
    const section = document.querySelector(`.endpoint > .${to}`)
    section?.scrollIntoView()
    section?.querySelector('h2')?.focus({ preventScroll: true })
  }
  return (
    <button type="button" class="small quiet" onClick={jump}>
      {title} <span class="figure">{count}</span>
    </button>
  )
}
