// A rule as JSON text: the JSON in it stays byte for byte.
import type { ListedRule, Rule, RuleAnswer, RuleWhen } from './rule.ts'

/** The rule as JSON text, its data and its `json` byte for byte. Members that are missing stay so. */
export function ruleToJson({ id, endpoint, when, answer, answers, times, chance }: Rule): string {
  return objectOf([
    ['id', JSON.stringify(id)],
    ['endpoint', JSON.stringify(endpoint)],
    ['when', when && whenToJson(when)],
    ['answer', answer && answerToJson(answer)],
    ['answers', answers && `[${answers.map(answerToJson).join(',')}]`],
    ['times', times?.toString()],
    ['chance', chance?.toString()],
  ])
}

function whenToJson({ jsonAt, ...when }: RuleWhen): string {
  const text = withText(when, 'json')
  if (jsonAt === undefined) return text
  const at = Object.entries(jsonAt).map(([pointer, json]) => `${JSON.stringify(pointer)}:${json}`)
  return `${text === '{}' ? '{' : `${text.slice(0, -1)},`}"jsonAt":{${at.join(',')}}}`
}

/** The same with its counts. */
export function listedRuleToJson(listed: ListedRule): string {
  return `${ruleToJson(listed).slice(0, -1)},"used":${listed.used},"left":${listed.left}}`
}

function answerToJson({ chunks, events, ...answer }: RuleAnswer): string {
  const text = withText(answer, 'data').slice(1, -1)
  const lists = objectOf([
    ['chunks', chunks && JSON.stringify(chunks)],
    ['events', events && `[${events.map((event) => withText(event, 'data')).join(',')}]`],
  ]).slice(1, -1)
  return `{${[text, lists].filter((part) => part !== '').join(',')}}`
}

/** The members of an object, one of which is JSON text already. */
function withText<T extends object>(members: T, name: keyof T & string): string {
  return objectOf(
    Object.entries(members).map(([key, value]) => [
      key,
      value === undefined || key === name ? value : JSON.stringify(value),
    ]),
  )
}

function objectOf(members: readonly (readonly [name: string, text: string | undefined])[]): string {
  const there = members.filter(([, text]) => text !== undefined)
  return `{${there.map(([name, text]) => `"${name}":${text}`).join(',')}}`
}
