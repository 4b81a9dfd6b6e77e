// The status that a plain GET of an endpoint gets now, which a rule may give.
import { rulesByName } from '../rules/names-with-rules.ts'
import { plainAnswer } from '../rules/plain-answer.ts'
import { StatusPill } from '../shell/status-pill.tsx'
import { textOf } from '../words/status-code.ts'

interface StatusNowProps {
  readonly name: string
  /** That of its record; none where there are only rules. */
  readonly statusCode?: number
}

export function StatusNow({ name, statusCode }: StatusNowProps) {
  const { rule, answer } = plainAnswer(rulesByName.value.get(name) ?? []) ?? {}
  const by = `By rule ${rule}${statusCode === undefined ? '' : `; without it ${textOf(statusCode)}`}`
  if (answer?.fault) {
    return (
      <span class="pill broken" title={by}>
        {answer.fault}
      </span>
    )
  }
  const now = answer?.statusCode ?? statusCode ?? (answer && 200)
  if (now === undefined) return null
  return <StatusPill statusCode={now} title={answer && `${textOf(now)}. ${by}`} />
}

/** Such as `2 rules`; nothing where there is none. */
export function countOfRules(name: string): string {
  const count = rulesByName.value.get(name)?.length ?? 0
  return count === 0 ? '' : `${count} ${count === 1 ? 'rule' : 'rules'}`
}
