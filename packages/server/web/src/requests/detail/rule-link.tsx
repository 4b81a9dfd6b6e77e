// A link from a request to a rule.
import { hrefOf } from '../../shell/route.ts'

interface RuleLinkProps {
  readonly endpoint: string
  readonly rule: string
}

export function RuleLink({ endpoint, rule }: RuleLinkProps) {
  return <a href={hrefOf({ view: 'endpoints', name: endpoint, rule })}>{rule}</a>
}
