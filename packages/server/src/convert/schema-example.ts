// The example that a schema gives. What it says of the whole comes first; otherwise the examples of
// its parts are put together, if each required part has one. Nothing is invented.
import type { JsonNode } from './json-document.ts'
import type { References } from './references.ts'

/** Returns JSON text. */
export type SchemaExample = (schema: JsonNode | undefined) => string | undefined

/**
 * How many schemas are looked at for one example, and for all of a document: those that refer to each
 * other can describe more than anyone can wait for.
 */
const mostSteps = 10_000
const mostInAll = 5_000_000
const deepest = 100
const longest = 1024 * 1024

/** Of one example in the making. */
interface Making {
  steps: number
}

/** The properties of an object, from all the schemas that describe it together. */
interface Properties {
  readonly examples: Map<string, string>
  readonly required: Set<string>
  /** What is written and never read, so no response has it. */
  readonly hidden: Set<string>
}

export function createSchemaExample({ follow }: References): SchemaExample {
  const known = new Map<JsonNode, string | undefined>()
  let steps = 0

  function isTooMuch(making: Making, depth: number): boolean {
    return depth > deepest || ++making.steps > mostSteps || ++steps > mostInAll
  }

  function exampleOf(
    node: JsonNode | undefined,
    making: Making,
    depth: number,
  ): string | undefined {
    if (!node || isTooMuch(making, depth)) return undefined
    const schema = follow(node)
    if (!schema) return undefined
    const whole = wholeExample(node) ?? wholeExample(schema)
    if (whole) return whole.text
    if (known.has(schema)) return known.get(schema)
    // What refers to itself has none within itself.
    known.set(schema, undefined)
    const example = putTogether(schema, making, depth)
    if (example === undefined || example.length > longest) return undefined
    known.set(schema, example)
    return example
  }

  function putTogether(schema: JsonNode, making: Making, depth: number): string | undefined {
    const items = schema.get('items')
    if (items) {
      const item = exampleOf(items, making, depth + 1)
      return item === undefined ? undefined : `[${item}]`
    }
    const properties: Properties = { examples: new Map(), required: new Set(), hidden: new Set() }
    gather(schema, properties, making, depth)
    const { examples, required, hidden } = properties
    if ([...required].some((name) => !examples.has(name) && !hidden.has(name))) return undefined
    if (examples.size === 0) return ofAlternative(schema, making, depth)
    const members = [...examples].map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    return `{${members.join(',')}}`
  }

  /** The first example of a schema that may stand for this one. */
  function ofAlternative(schema: JsonNode, making: Making, depth: number): string | undefined {
    for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
      for (const one of schema.get(keyword)?.elements() ?? []) {
        const example = exampleOf(one, making, depth + 1)
        if (example !== undefined) return example
      }
    }
    return undefined
  }

  /** Collects what this schema and those that apply with it say of an object. */
  function gather(schema: JsonNode, into: Properties, making: Making, depth: number): void {
    for (const part of schema.get('allOf')?.elements() ?? []) {
      const followed = isTooMuch(making, depth + 1) ? undefined : follow(part)
      if (!followed) continue
      gather(followed, into, making, depth + 1)
      const whole = wholeExample(part) ?? wholeExample(followed)
      for (const [name, value] of whole?.members() ?? []) into.examples.set(name, value.text)
    }
    for (const one of schema.get('required')?.elements() ?? []) {
      const name = one.string()
      if (name !== undefined) into.required.add(name)
    }
    for (const [name, property] of schema.get('properties')?.members() ?? []) {
      if (follow(property)?.get('writeOnly')?.text === 'true') into.hidden.add(name)
      const example = exampleOf(property, making, depth + 1)
      if (example !== undefined && !into.hidden.has(name)) into.examples.set(name, example)
    }
  }

  return (schema) => exampleOf(schema, { steps: 0 }, 0)
}

/** What a schema gives as a whole. */
function wholeExample(schema: JsonNode): JsonNode | undefined {
  const [first] = schema.get('examples')?.elements() ?? []
  return schema.get('example') ?? first ?? schema.get('const') ?? schema.get('default')
}
