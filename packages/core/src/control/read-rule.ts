// Reads a rule from a response of the control API.

import type { DeliveryRequest } from '../model/delivery/delivery-request.ts'
import { membersOf, partsOf } from '../model/json/json-parts.ts'
import type { FollowUp, ListedRule, RuleEvent, RuleResponse, RuleWhen } from '../model/rule/rule.ts'

/** Reads a rule in the form that the service writes. JSON in it, such as `data`, stays text. */
export function readListedRule(text: string): ListedRule {
  const { success: _, ...members } = JSON.parse(text) as ListedRule & { success?: true }
  const texts = membersOf(text)
  const { when, response, responses } = members
  return {
    ...members,
    ...(when && { when: readWhen(when, texts.get('when')) }),
    ...(response && { response: readResponse(response, texts.get('response')) }),
    ...(responses && {
      responses: eachWith(responses, texts.get('responses'), (each, part) =>
        readResponse(each, part),
      ),
    }),
  }
}

function readWhen(when: RuleWhen, text = '{}'): RuleWhen {
  const given = withTexts(when, text, ['json', 'jsonIncludes']) as RuleWhen
  if (given.jsonAt === undefined) return given
  return { ...given, jsonAt: Object.fromEntries(membersOf(membersOf(text).get('jsonAt') ?? '{}')) }
}

function readResponse(response: RuleResponse, text = '{}'): RuleResponse {
  const { events, then } = response
  const texts = membersOf(text)
  const readEvent = (event: RuleEvent, part: string) =>
    withTexts(event, part, ['data']) as RuleEvent
  return {
    ...(withTexts(response, text, ['data']) as RuleResponse),
    ...(events && { events: eachWith(events, texts.get('events'), readEvent) }),
    ...(then && { then: eachWith(then, texts.get('then'), readFollowUp) }),
  }
}

function readFollowUp({ send }: FollowUp, text: string): FollowUp {
  const part = membersOf(text).get('send') ?? '{}'
  const given = withTexts(send, part, ['event']) as DeliveryRequest
  const events = membersOf(part).get('events')
  if (events === undefined) return { send: given }
  return { send: { ...given, events: partsOf(events).map(({ text }) => text) } }
}

function eachWith<T>(list: readonly T[], text = '[]', read: (each: T, part: string) => T): T[] {
  const parts = partsOf(text)
  return list.map((each, i) => read(each, parts[i]?.text ?? '{}'))
}

/** Returns the object with the named members replaced by their JSON text. */
function withTexts(value: object, text: string, names: readonly string[]): object {
  const texts = [...membersOf(text)].filter(([name]) => names.includes(name))
  return { ...value, ...Object.fromEntries(texts) }
}
