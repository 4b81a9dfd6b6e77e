// The JSON Schemas of the inputs of tools, without repeated parts, because models read all of them.
import {
  createDeliverySchema,
  createMocksSchema,
  type JsonSchema,
} from '@mock-endpoint/core/documents'

type Members = Readonly<Record<string, JsonSchema>>

/** The schema of an argument of a tool. */
export interface Argument {
  readonly type: 'string' | 'boolean' | 'integer'
  readonly description: string
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
}

/** The JSON Schema of all arguments of a tool. */
export type Arguments = JsonSchema & {
  readonly properties: Readonly<Record<string, Argument>>
  readonly required: readonly string[]
}

export function argumentsOf(
  properties: Arguments['properties'],
  required: readonly string[] = [],
): Arguments {
  return { type: 'object', properties, required, additionalProperties: false }
}

export const name: Argument = { type: 'string', description: 'The name of the endpoint.' }

/** Returns the schema of the input of `add_endpoint`. */
export function endpointInput(): JsonSchema {
  return itemsOf('endpoints')
}

/** Returns the schema of the input of `add_rule`. */
export function ruleInput(): JsonSchema {
  const rule = short(itemsOf('rules'))
  const { recordedAt, ...members } = membersOf(rule)
  const { response, responses } = members
  const { bodyFile, ...ofResponse } = membersOf(response)
  const send = { type: 'object', description: 'As the arguments of send_webhook.' }
  const then = { ...ofResponse['then'], items: { type: 'object', properties: { send } } }
  return {
    ...rule,
    properties: {
      ...members,
      response: { ...response, properties: { ...ofResponse, then } },
      responses: { ...responses, items: { type: 'object', description: 'As response.' } },
    },
  }
}

/** Returns the schema of the input of `send_webhook`. */
export function deliveryInput(): JsonSchema {
  return short(createDeliverySchema())
}

function membersOf(schema: JsonSchema = {}): Members {
  return schema['properties'] as Members
}

function itemsOf(list: 'endpoints' | 'rules'): JsonSchema {
  return membersOf(createMocksSchema())[list]?.['items'] as JsonSchema
}

const textLike: JsonSchema = {
  type: 'object',
  description: '{"contains": text}, or {"matches": regular expression of RE2}',
}

/** Shortens a schema: omits the schemas of names, and flattens nested choices into one list. */
function short(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'propertyNames') return []
    if (key === 'anyOf') return [[key, shortChoices(value as readonly JsonSchema[])]]
    return [[key, shortValue(value)]]
  })
  return Object.fromEntries(entries)
}

function shortChoices(choices: readonly JsonSchema[]): readonly JsonSchema[] {
  return choices.flatMap((choice) => {
    const inner = choice['anyOf'] as readonly JsonSchema[] | undefined
    if (!inner) return short(choice)
    return isTextLike(inner) ? textLike : shortChoices(inner)
  })
}

function isTextLike(choices: readonly JsonSchema[]): boolean {
  return choices.some(({ properties }) => Object.hasOwn(properties ?? {}, 'matches'))
}

function shortValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortValue)
  return typeof value === 'object' && value !== null ? short(value as JsonSchema) : value
}
