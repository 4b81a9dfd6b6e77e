// A response with places that are filled for each request.
import type { DeliveryRequest } from '../delivery/delivery-request.ts'
import { step } from '../problem/fault-list.ts'
import type { RuleResponse } from './rule.ts'
import { jsonTemplate, type Place, type Template, textTemplate } from './template.ts'

/** Maximum characters in all texts of a response, because each request gets its own copy. */
const mostDynamicText = 64 * 1024

/** Maximum number of places in a dynamic response. */
const mostValues = 1000

export interface DynamicResponse {
  readonly places: readonly Place[]
  /** Returns a response that is not dynamic, with these texts in the places, in order. */
  write(texts: readonly string[]): RuleResponse
}

/** Adds a fault of the text at a JSON Pointer within the response. */
export type AddFault = (pointer: string, detail: string) => void

/** Finds the places of a response. Takes time in proportion to its texts. */
export function readDynamic(
  response: RuleResponse,
  addFault: AddFault = () => {},
): DynamicResponse {
  const places: Place[] = []
  const length = textsOf(response).reduce((sum, text) => sum + text.length, 0)
  if (length > mostDynamicText) {
    addFault('', `is dynamic, and has more than ${mostDynamicText} characters of text`)
    return { places, write: () => response }
  }
  /** The parts of each text. A number is the index of a place. */
  const texts: (readonly (string | number)[])[] = []
  changeTexts(response, (text, kind, pointer) => {
    const template = templateOf(text, kind, (detail) => addFault(pointer, detail))
    texts.push(template.map((part) => (typeof part === 'string' ? part : places.push(part) - 1)))
    return text
  })
  if (places.length > mostValues) addFault('', `takes more than ${mostValues} values`)

  return {
    places,
    write(values) {
      const rest = texts.values()
      const filled = changeTexts(response, () => {
        const parts: readonly (string | number)[] = rest.next().value ?? []
        return parts.map((part) => (typeof part === 'string' ? part : values[part])).join('')
      })
      return { ...filled, dynamic: undefined }
    },
  }
}

/** Returns the texts of a dynamic response that may have places. */
export function textsOf(response: RuleResponse): readonly string[] {
  const texts: string[] = []
  changeTexts(response, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

type Kind = 'json' | 'text' | 'base64'

function templateOf(text: string, kind: Kind, add: (detail: string) => void): Template {
  if (kind === 'base64') return [text]
  return kind === 'json' ? jsonTemplate(text, add) : textTemplate(text, add)
}

/** Returns a response with its texts changed. */
function changeTexts(response: RuleResponse, change: Change): RuleResponse {
  const { chunks, events, dynamic, then } = response
  const headers = changeHeaders(response, '', change)
  if (dynamic === 'headers') return { ...response, headers }
  return {
    ...response,
    headers,
    data: changeText(response.data, 'json', '/data', change),
    body: changeBody(response, '', change),
    chunks: chunks?.map((chunk, i) => ({
      ...chunk,
      body: changeBody(chunk, `/chunks/${i}`, change) ?? '',
    })),
    events: events?.map((event, i) => ({
      ...event,
      data: change(event.data, 'json', `/events/${i}/data`),
      event: changeText(event.event, 'text', `/events/${i}/event`, change),
      id: changeText(event.id, 'text', `/events/${i}/id`, change),
    })),
    then: then?.map(({ send }, i) => ({ send: changeDelivery(send, `/then/${i}/send`, change) })),
  }
}

function changeDelivery(send: DeliveryRequest, pointer: string, change: Change): DeliveryRequest {
  const text = (name: 'event' | 'to' | 'id', kind: Kind) =>
    changeText(send[name], kind, `${pointer}/${name}`, change)
  return {
    ...send,
    to: text('to', 'text') ?? '',
    id: text('id', 'text'),
    headers: send.headers && changeHeaders(send, pointer, change),
    event: text('event', 'json'),
    events: send.events?.map((event, i) => change(event, 'json', `${pointer}/events/${i}`)),
    body: changeBody(send, pointer, change),
  }
}

/** Returns the replacement for a text. The texts of a response always come in the same order. */
type Change = (text: string, kind: Kind, pointer: string) => string

function changeText(
  text: string | undefined,
  kind: Kind,
  pointer: string,
  change: Change,
): string | undefined {
  return text === undefined ? undefined : change(text, kind, pointer)
}

function changeBody(
  { body, bodyEncoding }: Pick<RuleResponse, 'body' | 'bodyEncoding'>,
  pointer: string,
  change: Change,
): string | undefined {
  return changeText(body, bodyEncoding ?? 'text', `${pointer}/body`, change)
}

function changeHeaders(
  { headers = {} }: Pick<RuleResponse, 'headers'>,
  pointer: string,
  change: Change,
): Record<string, Header> {
  const changed = Object.entries(headers).map(([name, value]) => {
    if (value === null) return [name, null]
    const at = `${pointer}/headers${step(name)}`
    const values = [value].flat().map((each) => change(each, 'text', at))
    return [name, typeof value === 'string' ? values[0] : values]
  })
  return Object.fromEntries(changed)
}

type Header = NonNullable<RuleResponse['headers']>[string]
