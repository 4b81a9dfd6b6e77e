// An answer with places that are filled for each request.
import { step } from './fault-list.ts'
import type { RuleAnswer } from './rule.ts'
import { jsonTemplate, type Place, type Template, textTemplate } from './template.ts'

/** How many characters the texts of one may have: each request that it answers gets its own copy. */
const mostDynamicText = 64 * 1024

/** How many values one may take. */
const mostValues = 1000

export interface DynamicAnswer {
  readonly places: readonly Place[]
  /** An answer that is not dynamic, with a text for each place, in their order. */
  write(texts: readonly string[]): RuleAnswer
}

/** Says what is wrong with a text, by its JSON Pointer within the answer. */
export type AddFault = (pointer: string, detail: string) => void

type Write = (texts: readonly string[]) => string

/** All its texts in which there may be places. */
export function* textsOf(answer: RuleAnswer): Generator<string> {
  const { data = '', body = '', headers = {}, chunks = [], events = [] } = answer
  yield data
  yield body
  for (const value of Object.values(headers)) yield* [value ?? ''].flat()
  for (const chunk of chunks) yield chunk.body
  for (const event of events) {
    yield event.data
    yield event.event ?? ''
    yield event.id ?? ''
  }
}

/** Takes time in proportion to the answer's texts. */
export function readDynamic(answer: RuleAnswer, addFault: AddFault = () => {}): DynamicAnswer {
  const places: Place[] = []
  let length = 0
  for (const text of textsOf(answer)) length += text.length
  if (length > mostDynamicText) {
    addFault('', `is dynamic, and has more than ${mostDynamicText} characters of text`)
    return { places, write: () => answer }
  }

  function written(template: Template): Write {
    const parts = template.map((part) => (typeof part === 'string' ? part : places.push(part) - 1))
    return (texts) =>
      parts.map((part) => (typeof part === 'string' ? part : (texts[part] ?? ''))).join('')
  }
  const add =
    (pointer: string) =>
    (detail: string): void =>
      addFault(pointer, detail)
  const text = (given: string | undefined, pointer: string): Write | undefined =>
    given === undefined ? undefined : written(textTemplate(given, add(pointer)))
  const json = (given: string | undefined, pointer: string): Write | undefined =>
    given === undefined ? undefined : written(jsonTemplate(given, add(pointer)))

  const { data, body, bodyEncoding, headers, chunks, events } = answer
  const writeData = json(data, '/data')
  const writeBody = bodyEncoding === undefined ? text(body, '/body') : undefined
  const writeHeaders = Object.entries(headers ?? {}).map(([name, value]) => {
    const pointer = `/headers${step(name)}`
    const writes = [value ?? []].flat().map((each) => text(each, pointer))
    return [name, value, writes] as const
  })
  const writeChunks = chunks?.map((chunk, i) =>
    chunk.bodyEncoding === undefined ? text(chunk.body, `/chunks/${i}/body`) : undefined,
  )
  const writeEvents = events?.map((event, i) => ({
    data: json(event.data, `/events/${i}/data`),
    event: text(event.event, `/events/${i}/event`),
    id: text(event.id, `/events/${i}/id`),
  }))

  if (places.length > mostValues) addFault('', `takes more than ${mostValues} values`)

  return {
    places,
    write: (texts) => ({
      ...answer,
      dynamic: undefined,
      ...(writeData && { data: writeData(texts) }),
      ...(writeBody && { body: writeBody(texts) }),
      ...(headers && {
        headers: Object.fromEntries(
          writeHeaders.map(([name, value, writes]) => {
            const values = writes.map((write) => write?.(texts) ?? '')
            return [name, Array.isArray(value) ? values : value === null ? null : (values[0] ?? '')]
          }),
        ),
      }),
      ...(chunks && {
        chunks: chunks.map((chunk, i) => ({
          ...chunk,
          body: writeChunks?.[i]?.(texts) ?? chunk.body,
        })),
      }),
      ...(events && {
        events: events.map((given, i) => {
          const { data, event, id } = writeEvents?.[i] ?? {}
          return {
            ...given,
            data: data?.(texts) ?? given.data,
            ...(event && { event: event(texts) }),
            ...(id && { id: id(texts) }),
          }
        }),
      }),
    }),
  }
}
