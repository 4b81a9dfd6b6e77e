// The status that a plain GET of an endpoint gets now, from a rule or the default response.

import { StatusPill } from '../../parts/status-pill.tsx'
import { rulesByName } from '../../rules/list/names-with-rules.ts'
import { plainResponse } from '../../rules/list/plain-response.ts'
import { textOf } from '../../words/status-code.ts'

interface StatusNowProps {
  readonly name: string
  /** The status of its default response. `undefined` if there are only rules. */
  readonly statusCode?: number
}

export function StatusNow({ name, statusCode }: StatusNowProps) {
  const { rule, response } = plainResponse(rulesByName.value.get(name) ?? []) ?? {}
  const by = `By rule ${rule}${statusCode === undefined ? '' : `; without it ${textOf(statusCode)}`}`
  if (response?.fault) {
    return (
      <span class="pill broken" title={by}>
        {response.fault}
      </span>
    )
  }
  const now = response?.statusCode ?? statusCode ?? (response && 200)
  if (now === undefined) return null
  return <StatusPill statusCode={now} title={response && `${textOf(now)}. ${by}`} />
}

/** Returns a text such as `2 rules`. Empty if there are none. */
export function countOfRules(name: string): string {
  const count = rulesByName.value.get(name)?.length ?? 0
  return count === 0 ? '' : `${count} ${count === 1 ? 'rule' : 'rules'}`
}
