// Chooses a response of an operation, and converts it to the response of a rule.
import type { RuleResponse } from '@mock-endpoint/core/client'
import type { Leave } from './converted.ts'
import type { JsonNode } from './json-document.ts'
import { createContentOf } from './openapi-example.ts'
import type { References } from './references.ts'
import { isKept } from './response-headers.ts'

/** Returns the response of an operation. If it has none, calls `leave` and returns `undefined`. */
export type ResponseOf = (operation: JsonNode, place: string) => RuleResponse | undefined

interface Response {
  /** As in the document, such as `200` or `2XX`. */
  readonly status: string
  readonly node: JsonNode
}

export function createResponseOf(references: References, leave: Leave): ResponseOf {
  const { follow } = references
  const contentOf = createContentOf(references)

  function responsesOf(operation: JsonNode): Response[] {
    const members = [...(follow(operation.get('responses'))?.members() ?? [])]
    return members.flatMap(([status, given]) => {
      const node = follow(given)
      return node ? [{ status, node }] : []
    })
  }

  function toMock({ status, node }: Response): RuleResponse | string {
    const content = contentOf(node)
    if (typeof content === 'string') return content
    const { headers: ofContent, ...body } = content
    const headers = { ...ofContent, ...headersOf(node) }
    const statusCode = Number(status.replace(/xx$/i, '00'))
    return { statusCode, ...body, ...(Object.keys(headers).length > 0 && { headers }) }
  }

  /** Returns the headers that have an example. */
  function headersOf(response: JsonNode): Record<string, string> {
    const pairs = [...(response.get('headers')?.members() ?? [])].flatMap(([name, given]) => {
      const value = headerExample(follow(given))
      const lower = name.toLowerCase()
      const isWanted = value !== undefined && lower !== 'content-type' && isKept(lower, value)
      return isWanted ? [[lower, value] as const] : []
    })
    return Object.fromEntries(pairs)
  }

  function headerExample(header: JsonNode | undefined): string | undefined {
    const [named] = header?.get('examples')?.members().values() ?? []
    const schema = follow(header?.get('schema'))
    const [first] = schema?.get('examples')?.elements() ?? []
    const example =
      header?.get('example') ?? follow(named)?.get('value') ?? schema?.get('example') ?? first
    if (!example || example.isObject || example.isArray) return undefined
    return example.string() ?? example.text
  }

  /** Calls `leave` for the other responses that have an example. */
  function tellOthers(responses: readonly Response[], chosen: Response, place: string): void {
    for (const response of responses) {
      if (response === chosen || !response.node.get('content')) continue
      if (typeof contentOf(response.node) === 'string') continue
      const reason = `has an example, but ${chosen.status} answers this request; a rule with "times": 1 can answer with it`
      leave(reason, `${place} ${response.status}`)
    }
  }

  return (operation, place) => {
    const responses = responsesOf(operation)
    const candidates = successes(responses)
    const mocks = candidates.map((response) => ({ response, mock: toMock(response) }))
    const withContent = mocks.find(({ response, mock }) => {
      return typeof mock !== 'string' && response.node.get('content') !== undefined
    })
    const [lowest] = mocks
    const chosen = typeof lowest?.mock === 'string' ? withContent : (lowest ?? withContent)
    for (const { response, mock } of mocks) {
      if (typeof mock === 'string') leave(mock, `${place} ${response.status}`)
    }
    if (mocks.length === 0) leave('has no response with a status from 200 to 399', place)
    if (!chosen || typeof chosen.mock === 'string') return undefined
    tellOthers(responses, chosen.response, place)
    return chosen.mock
  }
}

/** Returns the 2xx responses or, without any, the 3xx responses, lowest status first. */
function successes(responses: readonly Response[]): Response[] {
  const sorted = [...responses].sort((a, b) =>
    a.status.toLowerCase() < b.status.toLowerCase() ? -1 : 1,
  )
  const ofKind = (digit: string): Response[] =>
    sorted.filter(({ status }) => new RegExp(`^${digit}(\\d\\d|xx)$`, 'i').test(status))
  const found = ofKind('2')
  return found.length > 0 ? found : ofKind('3')
}
