// Reads a rule from an answer of the control API.
import { membersOf, partsOf } from '../model/json-parts.ts'
import type { ListedRule, RuleAnswer, RuleEvent, RuleWhen } from '../model/rule.ts'

/** The rule that the service has written, with its JSON as text. */
export function readListedRule(text: string): ListedRule {
  const { success: _, ...members } = JSON.parse(text) as ListedRule & { success?: true }
  const texts = membersOf(text)
  const { when, answer, answers } = members
  return {
    ...members,
    ...(when && { when: readWhen(when, texts.get('when')) }),
    ...(answer && { answer: readAnswer(answer, texts.get('answer')) }),
    ...(answers && {
      answers: eachWith(answers, texts.get('answers'), (each, part) => readAnswer(each, part)),
    }),
  }
}

function readWhen(when: RuleWhen, text = '{}'): RuleWhen {
  const given = withTexts(when, text, 'json') as RuleWhen
  if (given.jsonAt === undefined) return given
  return { ...given, jsonAt: Object.fromEntries(membersOf(membersOf(text).get('jsonAt') ?? '{}')) }
}

function readAnswer(answer: RuleAnswer, text = '{}'): RuleAnswer {
  const { events } = answer
  const given = withTexts(answer, text, 'data') as RuleAnswer
  if (!events) return given
  const list = eachWith(events, membersOf(text).get('events'), (event, part) => {
    return withTexts(event, part, 'data') as RuleEvent
  })
  return { ...given, events: list }
}

function eachWith<T>(list: readonly T[], text = '[]', read: (each: T, part: string) => T): T[] {
  const parts = partsOf(text)
  return list.map((each, i) => read(each, parts[i]?.text ?? '{}'))
}

/** The object with one of its members as the text that it is in. */
function withTexts(value: object, text = '{}', name: string): object {
  const part = membersOf(text).get(name)
  return part === undefined ? value : { ...value, [name]: part }
}
