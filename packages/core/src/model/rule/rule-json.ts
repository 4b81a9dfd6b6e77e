// Writes a rule as JSON text. The JSON in it stays byte for byte.
import type { DeliveryRequest } from '../delivery/delivery-request.ts'
import type { ListedRule, Rule, RuleResponse, RuleWhen } from './rule.ts'

/**
 * Returns a rule as JSON text, with its data and the JSON in its `when` byte for byte. Missing
 * members stay missing. A rule without an id gets a new one when it is added.
 */
export function ruleToJson({
  id,
  endpoint,
  recordedAt,
  when,
  response,
  responses,
  repeatLast,
  times,
  chance,
}: Omit<Rule, 'id'> & { readonly id?: string | undefined }): string {
  return objectOf([
    ['id', JSON.stringify(id)],
    ['endpoint', JSON.stringify(endpoint)],
    ['recordedAt', JSON.stringify(recordedAt)],
    ['when', when && whenToJson(when)],
    ['response', response && responseToJson(response)],
    ['responses', responses && `[${responses.map(responseToJson).join(',')}]`],
    ['repeatLast', repeatLast?.toString()],
    ['times', times?.toString()],
    ['chance', chance?.toString()],
  ])
}

function whenToJson({ jsonAt, ...when }: RuleWhen): string {
  const text = withTexts(when, ['json', 'jsonIncludes'])
  if (jsonAt === undefined) return text
  const at = Object.entries(jsonAt).map(([pointer, json]) => `${JSON.stringify(pointer)}:${json}`)
  return `${text === '{}' ? '{' : `${text.slice(0, -1)},`}"jsonAt":{${at.join(',')}}}`
}

/** Returns a rule as JSON text, with its counts. */
export function listedRuleToJson(listed: ListedRule): string {
  return `${ruleToJson(listed).slice(0, -1)},"used":${listed.used},"left":${listed.left}}`
}

function responseToJson({ chunks, events, then, ...response }: RuleResponse): string {
  const text = withTexts(response, ['data']).slice(1, -1)
  const lists = objectOf([
    ['chunks', chunks && JSON.stringify(chunks)],
    ['events', events && `[${events.map((event) => withTexts(event, ['data'])).join(',')}]`],
    ['then', then && `[${then.map(({ send }) => `{"send":${deliveryToJson(send)}}`).join(',')}]`],
  ]).slice(1, -1)
  return `{${[text, lists].filter((part) => part !== '').join(',')}}`
}

function deliveryToJson({ events, ...rest }: DeliveryRequest): string {
  const text = withTexts(rest, ['event'])
  return events === undefined ? text : `${text.slice(0, -1)},"events":[${events.join(',')}]}`
}

/** Returns an object as JSON text. The members in `names` are JSON text already. */
function withTexts<T extends object>(members: T, names: readonly (keyof T & string)[]): string {
  const isText = (key: string): boolean => names.some((name) => name === key)
  return objectOf(
    Object.entries(members).map(([key, value]) => [
      key,
      value === undefined || isText(key) ? value : JSON.stringify(value),
    ]),
  )
}

function objectOf(members: readonly (readonly [name: string, text: string | undefined])[]): string {
  const there = members.filter(([, text]) => text !== undefined)
  return `{${there.map(([name, text]) => `"${name}":${text}`).join(',')}}`
}
