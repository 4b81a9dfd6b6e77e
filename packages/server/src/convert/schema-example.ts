// Finds the example of a schema. An example of the whole value comes first. Otherwise the examples
// of its parts are combined, if each required part has one. No values are invented.
import type { JsonNode } from './json-document.ts'
import type { References } from './references.ts'

/** Returns the example as JSON text, or `undefined` if there is none. */
export type SchemaExample = (schema: JsonNode | undefined) => string | undefined

/**
 * Maximum number of schemas visited for one example, and for a whole document, because schemas that
 * refer to each other can describe values of almost any size.
 */
const mostSteps = 10_000
const mostInAll = 5_000_000
const deepest = 100
const longest = 1024 * 1024

/** The state of one example while it is built. */
interface Making {
  steps: number
}

/** The properties of an object, from all schemas that describe it. */
interface Properties {
  readonly examples: Map<string, string>
  readonly required: Set<string>
  /** The properties with `writeOnly`, which no response has. */
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
    // Ends the recursion if the schema refers to itself.
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

  /** Returns the first example of the schemas in `allOf`, `oneOf` or `anyOf`. */
  function ofAlternative(schema: JsonNode, making: Making, depth: number): string | undefined {
    for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
      for (const one of schema.get(keyword)?.elements() ?? []) {
        const example = exampleOf(one, making, depth + 1)
        if (example !== undefined) return example
      }
    }
    return undefined
  }

  /** Collects the properties of an object from this schema and the schemas in `allOf`. */
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

/** Returns the example, constant or default of the whole value. */
function wholeExample(schema: JsonNode): JsonNode | undefined {
  const [first] = schema.get('examples')?.elements() ?? []
  return schema.get('example') ?? first ?? schema.get('const') ?? schema.get('default')
}
