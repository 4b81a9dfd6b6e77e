// Finds the content of a response in the examples of an OpenAPI document: first JSON, then text,
// then other types.
import type { RuleResponse } from '@mock-endpoint/core/client'
import type { JsonNode } from './json-document.ts'
import { isJson, isText } from './media-type.ts'
import type { References } from './references.ts'
import { createSchemaExample } from './schema-example.ts'

/** Part of a response, or the reason why there is none. */
type Content = Pick<RuleResponse, 'data' | 'body' | 'headers'> | string

type ContentOf = (response: JsonNode) => Content

export function createContentOf(references: References): ContentOf {
  const { follow } = references
  const schemaExample = createSchemaExample(references)

  function contentOfType(type: string, media: JsonNode): Content {
    const example = namedExample(media) ?? schemaExample(media.get('schema'))
    if (example === undefined) return noExample(type, media)
    const text = example.startsWith('"') ? (JSON.parse(example) as string) : undefined
    if (isJson(type)) {
      const isValue = text === undefined || describesString(follow(media.get('schema')))
      return withType(type, { data: isValue ? example : (jsonIn(text) ?? example) })
    }
    if (!/^[[{]/.test(example)) return withType(type, { body: text ?? example })
    return `its example of ${type} is an object or a list, which only JSON can hold`
  }

  /** Returns the example of a media type, or the first of several. */
  function namedExample(media: JsonNode): string | undefined {
    const example = media.get('example')
    if (example) return example.text
    for (const one of media.get('examples')?.members().values() ?? []) {
      const value = follow(one)?.get('value')
      if (value) return value.text
    }
    return undefined
  }

  function noExample(type: string, media: JsonNode): string {
    const named = [...(media.get('examples')?.members().values() ?? [])]
    const isElsewhere = named.some((one) => follow(one)?.get('externalValue'))
    return isElsewhere
      ? `its example of ${type} is in another document, which is not read`
      : `there is no example of ${type}`
  }

  const known = new Map<JsonNode, Content>()

  function contentOf(response: JsonNode): Content {
    const types = [...(response.get('content')?.members() ?? [])].sort(
      ([a], [b]) => preference(a) - preference(b),
    )
    let fault: string | undefined
    for (const [type, media] of types) {
      const content = contentOfType(type, follow(media) ?? media)
      if (typeof content !== 'string') return content
      fault ??= content
    }
    return fault ?? {}
  }

  return (response) => {
    const content = known.get(response) ?? contentOf(response)
    known.set(response, content)
    return content
  }
}

function preference(type: string): number {
  if (type === 'application/json') return 0
  if (isJson(type)) return 1
  return isText(type) ? 2 : 3
}

/** Returns a JSON object or array that was written as a string, which is common in examples. */
function jsonIn(text: string): string | undefined {
  const json = text.trim()
  if (!/^[[{]/.test(json)) return undefined
  try {
    JSON.parse(json)
    return json
  } catch {
    return undefined
  }
}

function describesString(schema: JsonNode | undefined): boolean {
  const type = schema?.get('type')
  return type !== undefined && /"string"/.test(type.text)
}

function withType(type: string, content: Pick<RuleResponse, 'data' | 'body'>): Content {
  if (type === 'application/json') return content
  if (type.includes('*')) return content
  return { ...content, headers: { 'content-type': type } }
}
