// The rules of an endpoint, in the order in which they are tried.
import { useEffect } from 'preact/hooks'
import { RuleItem } from './rule-item.tsx'
import { keepReading, type RuleList } from './rule-list.ts'

interface RuleSectionProps {
  readonly list: RuleList
  /** The rule that the address of the page points at. */
  readonly wanted: string | undefined
}

export function RuleSection({ list, wanted }: RuleSectionProps) {
  useEffect(() => keepReading(list), [])
  const { shown, hasMore, error } = list
  const isMissing = wanted !== undefined && !shown.value.some(({ rule }) => rule.id === wanted)
  return (
    <section class="rules" aria-label="Rules">
      <div class="head">
        <h2>Rules</h2>
      </div>
      <p class="note">
        {shown.value.length === 0
          ? 'A rule says which requests get another answer, and what. There is none yet.'
          : 'The first rule that matches a request answers it.'}
      </p>
      {error.value && (
        <p class="fault" role="alert">
          {error.value}
        </p>
      )}
      {isMissing && !error.value && (
        <p class="note">
          Rule <code>{wanted}</code> is not here any more.
        </p>
      )}
      <ol>
        {shown.value.map((each) => (
          <RuleItem key={each.rule.id} shown={each} isWanted={each.rule.id === wanted} />
        ))}
      </ol>
      {hasMore.value && (
        <button type="button" class="more" onClick={() => void list.showMore()}>
          Show more rules
        </button>
      )}
    </section>
  )
}
