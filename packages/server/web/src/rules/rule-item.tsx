// One rule: what it matches, what it answers, and how often it did.
import { useEffect, useRef } from 'preact/hooks'
import { moveFocus } from '../shell/focus.ts'
import type { ShownRule } from './rule-list.ts'
import { answerWords, conditionWords, countWords, requestWords } from './rule-words.ts'

interface RuleItemProps {
  readonly shown: ShownRule
  /** Whether the address of the page points at it. */
  readonly isWanted: boolean
}

export function RuleItem({ shown: { rule, isGone }, isWanted }: RuleItemProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isWanted) return
    title.current?.scrollIntoView({ block: 'center' })
    moveFocus(title.current)
  }, [])
  const isOver = isGone || rule.left === 0
  return (
    <li class={isOver ? 'over' : undefined} aria-current={isWanted ? 'true' : undefined}>
      <div class="matches">
        <h3 ref={title} tabIndex={-1}>
          {requestWords(rule.when)}
        </h3>
        {conditionWords(rule.when).map((text) => (
          <span key={text} class="chip">
            {text}
          </span>
        ))}
      </div>
      <p class="answers">
        <span class="unseen">Answers:</span>
        {answerWords(rule).map(({ text, look = '' }, i) => (
          <span key={i} class={`chip ${look}`}>
            {text}
          </span>
        ))}
        {rule.chance !== undefined && <span class="chip">{chanceText(rule.chance)}</span>}
      </p>
      <p class="counts">
        <code>{rule.id}</code> {isGone ? 'removed' : countWords(rule)}
      </p>
    </li>
  )
}

function chanceText(chance: number): string {
  return `${Number((chance * 100).toPrecision(3))} % of them`
}
