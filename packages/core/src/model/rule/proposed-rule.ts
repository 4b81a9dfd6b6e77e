// A rule that a message proposes, and the same in the words of whoever reads the message.

import type { Fix } from '../problem/problem.ts'

/** What stands before the rule where a problem proposes it. */
const proposal = 'As a rule: PUT /api/rule/add '

/** The sentence that proposes a rule. */
export function proposedRule(rule: string): string {
  return ` ${proposal}${rule}`
}

/** The call that adds it. */
export function addingRule(rule: string): Fix {
  return { method: 'PUT', path: '/api/rule/add', json: rule }
}

/** The message with its proposal in the caller's own words. */
export function proposedAs(
  message: string,
  write: (endpoint: string, members: string, rule: string) => string,
): string {
  const at = message.indexOf(proposal)
  if (at === -1) return message
  const rule = message.slice(at + proposal.length)
  const [, name = '""', members = ''] =
    /^\{"endpoint":("(?:[^"\\]|\\.)*"),(.*\})$/s.exec(rule) ?? []
  return `${message.slice(0, at)}As a rule: ${write(JSON.parse(name), `{${members}`, rule)}`
}
