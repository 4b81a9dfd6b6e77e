// The conditions and responses of a rule, in a few words each.
import {
  conditionWords,
  type ListedRule,
  type RuleResponse,
  type RuleWhen,
  requestWords,
  shorten,
} from '@mock-endpoint/core/client'
import { delayText } from '../../endpoints/form/delay.ts'

/** A few words, and their CSS class: `code`, `broken`, or the class of a status. */
export interface Words {
  readonly text: string
  readonly look?: string
}

/** Returns the method and path, such as `POST /v1/customers/:id`, and then other conditions. */
export function matchWords(when: RuleWhen | undefined): readonly [string, ...string[]] {
  const conditions = conditionWords(when)
  const any = conditions.length > 0 ? 'Requests' : 'Every request'
  return [requestWords(when) || any, ...conditions]
}

const mostShown = 3

export function responseWords({
  response,
  responses = [],
  repeatLast,
}: ListedRule): readonly Words[] {
  if (response) return wordsOf(response)
  const count = `${responses.length} ${responses.length === 1 ? 'response' : 'responses'} in turn`
  const shown = responses.slice(0, mostShown).flatMap((each) => wordsOf(each).slice(0, 1))
  return [
    { text: count },
    ...shown,
    ...(responses.length > mostShown ? [{ text: '…' }] : []),
    ...(repeatLast ? [{ text: 'the last one repeated' }] : []),
  ]
}

/** Describes a response, the most informative words first. */
function wordsOf(response: RuleResponse): readonly Words[] {
  const { fault, hold, dynamic, statusCode, delay, headers = {}, bytesPerSecond, then } = response
  const words: readonly (Words | false | undefined)[] = [
    fault && { text: `fault ${fault}`, look: 'broken' },
    hold && { text: 'hold' },
    statusCode !== undefined && {
      text: String(statusCode),
      look: `status s${Math.floor(statusCode / 100)}`,
    },
    delay !== undefined && { text: `after ${[delay].flat().map(delayText).join(' to ')}` },
    Object.keys(headers).length > 0 && { text: countOf(Object.keys(headers), 'header') },
    bytesPerSecond !== undefined && { text: `${bytesPerSecond.toLocaleString('en-GB')} bytes/s` },
    dynamic && { text: 'dynamic' },
    contentWords(response),
    then && { text: `then sends ${countOf(then, 'webhook')}` },
  ]
  const there = words.filter((each) => !!each)
  return there.length > 0 ? there : [{ text: 'as the default response' }]
}

function contentWords(response: RuleResponse): Words | undefined {
  const { data, body, chunks, events, forward } = response
  if (forward !== undefined) return { text: `forward to ${shorten(forward)}` }
  if (chunks) return { text: countOf(chunks, 'chunk') }
  if (events) return { text: countOf(events, 'event') }
  const content = data ?? body
  return content === undefined ? undefined : { text: shorten(content), look: 'code' }
}

/** Returns a text such as `used once, 1 left`. */
export function countWords({ used, left }: Pick<ListedRule, 'used' | 'left'>): string {
  const times = used === 0 ? 'not used yet' : used === 1 ? 'used once' : `used ${used} times`
  if (left === null) return times
  return `${times}, ${left === 0 ? 'used up' : `${left} left`}`
}

function countOf(list: readonly unknown[], what: string): string {
  return `${list.length} ${what}${list.length === 1 ? '' : 's'}`
}
