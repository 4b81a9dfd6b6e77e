// Reads a rule from the text in a store.
import { readMembers } from '../../model/json/json-text.ts'
import { parseRule } from '../../model/rule/parse-rule.ts'
import type { Rule } from '../../model/rule/rule.ts'
import { type StoredRule, StoreError } from '../../model/store/store.ts'
import type { Yielding } from '../../model/time/yielding.ts'

/** Reads a stored rule. Throws a `StoreError` (`corrupt`) if its text is not a valid rule. */
export function* readStored({ id, endpoint, text }: StoredRule): Yielding<Rule> {
  try {
    return { ...(yield* parseRule(yield* inTodaysWords(text))), id }
  } catch (cause) {
    const detail = `The stored rule \`${id}\` of \`${endpoint}\` cannot be read. Add it again, or remove it.`
    throw new StoreError('corrupt', detail, { cause })
  }
}

/** Reads the rules of an endpoint, as `readStored` does. */
export function* readAllStored(stored: readonly StoredRule[]): Yielding<Rule[]> {
  const rules: Rule[] = []
  for (const each of stored) {
    rules.push(yield* readStored(each))
    yield
  }
  return rules
}

/** Former names of members, in data folders from before the first release. */
const formerNames: Names = new Map([
  ['answer', 'response'],
  ['answers', 'responses'],
])
const formerConditions: Names = new Map([['json', 'jsonIncludes']])

type Names = ReadonlyMap<string, string>

function* inTodaysWords(text: string): Yielding<string> {
  if (!text.includes('"answer')) return text
  const members = yield* membersIn(text)
  if (!members.some(([name]) => formerNames.has(name))) return text
  const now: [name: string, text: string][] = []
  for (const [name, value] of members) {
    const isWhen = name === 'when'
    now.push([name, isWhen ? renamed(yield* membersIn(value), formerConditions) : value])
  }
  return renamed(now, formerNames)
}

function* membersIn(text: string): Yielding<[name: string, text: string][]> {
  const members: [name: string, text: string][] = []
  yield* readMembers(text, (member) => void members.push([member.name(), member.text()]))
  return members
}

function renamed(members: readonly [name: string, text: string][], names: Names): string {
  const written = members.map(
    ([name, text]) => `${JSON.stringify(names.get(name) ?? name)}:${text}`,
  )
  return `{${written.join(',')}}`
}
