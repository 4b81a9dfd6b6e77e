// A rule that a message proposes, and the same proposal in the syntax of the message's reader.

import type { Fix } from '../problem/problem.ts'

/** The text before the rule in a problem that proposes it. */
const proposal = 'As a rule: PUT /api/rule/add '

/** Returns the sentence that proposes a rule. */
export function proposedRule(rule: string): string {
  return ` ${proposal}${rule}`
}

/** Returns the API call that adds a rule. */
export function addingRule(rule: string): Fix {
  return { method: 'PUT', path: '/api/rule/add', json: rule }
}

/** Returns the message with the proposed rule as `write` expresses it, such as a shell command. */
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
