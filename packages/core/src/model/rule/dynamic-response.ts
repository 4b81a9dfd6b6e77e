// A response with places that are filled for each request.
import { step } from '../problem/fault-list.ts'
import type { RuleResponse } from './rule.ts'
import { jsonTemplate, type Place, type Template, textTemplate } from './template.ts'

/** How many characters the texts of one may have: each request that it answers gets its own copy. */
const mostDynamicText = 64 * 1024

/** How many values one may take. */
const mostValues = 1000

export interface DynamicResponse {
  readonly places: readonly Place[]
  /** A response that is not dynamic, with a text for each place, in their order. */
  write(texts: readonly string[]): RuleResponse
}

/** Says what is wrong with a text, by its JSON Pointer within the response. */
export type AddFault = (pointer: string, detail: string) => void

/** Takes time in proportion to the response's texts. */
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
  /** Of each text, what stands in it: a place by its index. */
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

/** Those texts of a dynamic response that may have places. */
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

/** A response with other texts, which are asked for in one order always. */
function changeTexts(
  response: RuleResponse,
  change: (text: string, kind: Kind, pointer: string) => string,
): RuleResponse {
  const { data, headers, chunks, events, dynamic } = response
  const body = (given: Pick<RuleResponse, 'body' | 'bodyEncoding'>, pointer: string): string =>
    change(given.body ?? '', given.bodyEncoding ?? 'text', `${pointer}/body`)
  const optional = (text: string | undefined, pointer: string): string | undefined =>
    text === undefined ? undefined : change(text, 'text', pointer)
  const header = (value: Header, pointer: string): Header => {
    if (value === null) return null
    const values = [value].flat().map((each) => change(each, 'text', pointer))
    return typeof value === 'string' ? (values[0] ?? '') : values
  }
  const named = Object.entries(headers ?? {})
  const changed = Object.fromEntries(
    named.map(([name, value]) => [name, header(value, `/headers${step(name)}`)]),
  )
  if (dynamic === 'headers') return { ...response, headers: changed }
  return {
    ...response,
    headers: changed,
    data: data === undefined ? undefined : change(data, 'json', '/data'),
    body: response.body === undefined ? undefined : body(response, ''),
    chunks: chunks?.map((chunk, i) => ({ ...chunk, body: body(chunk, `/chunks/${i}`) })),
    events: events?.map((event, i) => ({
      ...event,
      data: change(event.data, 'json', `/events/${i}/data`),
      event: optional(event.event, `/events/${i}/event`),
      id: optional(event.id, `/events/${i}/id`),
    })),
  }
}

type Header = NonNullable<RuleResponse['headers']>[string]
