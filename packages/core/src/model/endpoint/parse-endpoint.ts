// Parses a request body into an endpoint, and keeps the text of its data.

import { readMembers } from '../json/json-text.ts'
import { readShortValue } from '../json/short-value.ts'
import { detach } from '../json/utf8.ts'
import { faultsToText } from '../problem/fault-list.ts'
import { createFieldsReader } from '../problem/fields.ts'
import { type Fault, type Fix, Problem } from '../problem/problem.ts'
import { aRule, leftOut, notOfEndpoints, ruleInPlace } from '../rule/endpoint-as-rule.ts'
import { parseRule } from '../rule/parse-rule.ts'
import { addingRule, proposedRule } from '../rule/proposed-rule.ts'
import type { Yielding } from '../time/yielding.ts'
import type { Endpoint } from './endpoint.ts'
import { endpointSchema, nameFault, nameSchema } from './endpoint-schema.ts'

/**
 * Parses the endpoint in a request body. Throws `invalid-json`, `too-deep`, or `invalid-endpoint`
 * with every fault at once.
 */
export function* parseEndpoint(body: string): Yielding<Endpoint> {
  const fields = createFieldsReader(endpointSchema, notOfEndpoints)
  /** The texts of the members that endpoints or rules have. */
  const texts = new Map<string, string>()
  let givenName: unknown
  const isObject = yield* readMembers(body, (member) => {
    const name = member.name()
    fields.take(name, () => {
      const text = member.text()
      const value = name === 'data' ? text : readShortValue(text)
      if (name === 'name') givenName = value
      texts.set(name, text)
      return value
    })
    if (Object.hasOwn(notOfEndpoints, name)) texts.set(name, member.text())
  })
  if (!isObject) throw invalid([{ pointer: '', detail: 'must be an object' }])
  const { value, faults } = fields.result()
  if (value === undefined) {
    const isForRule = faults.every(({ pointer, detail }) => {
      return pointer === '/name' || detail === aRule || (pointer === '/data' && !texts.has('data'))
    })
    const rule = isForRule ? ruleInPlace({ texts, givenName, isName }) : undefined
    throw invalid(faults, givenName, rule ? yield* proposalOf(rule) : undefined)
  }
  const { name, data, statusCode, delay } = value
  return { name, data: detach(data, body), statusCode, delay: delay + 0 }
}

function isName(name: string): boolean {
  return nameFault(name) === undefined
}

interface Proposal {
  readonly text: string
  readonly fix?: Fix
}

/** Returns a proposal of the rule, or its faults. A rule with members left out is not checked. */
function* proposalOf(rule: string): Yielding<Proposal> {
  if (rule.includes(leftOut)) return { text: proposedRule(rule) }
  try {
    yield* parseRule(rule)
    return { text: proposedRule(rule), fix: addingRule(rule) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { text: ` A rule would be refused too: ${faultsToText(error.extensions.errors ?? [])}` }
  }
}

function invalid(
  faults: readonly Fault[],
  givenName?: unknown,
  { text, fix }: Proposal = { text: '' },
): Problem {
  const name = nameSchema.safeParse(givenName).data
  const subject = name === undefined ? '' : `Endpoint \`${name}\`: `
  const detail = `${subject}${faultsToText(faults)} An endpoint is {"name": …, "data": …, "statusCode"?: …, "delay"?: …}.${text}`
  return new Problem('invalid-endpoint', detail, { errors: faults }, { fix })
}
