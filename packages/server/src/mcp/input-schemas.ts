// The JSON Schemas of what tools take. Models read all of them, so what is said twice is said once here.
import {
  createDeliverySchema,
  createMocksSchema,
  type JsonSchema,
} from '@mock-endpoint/core/documents'

type Members = Readonly<Record<string, JsonSchema>>

/** One that a tool takes. */
export interface Argument {
  readonly type: 'string' | 'boolean' | 'integer'
  readonly description: string
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
}

/** All that a tool takes, as a JSON Schema. */
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

/** What `add_endpoint` takes. */
export function endpointInput(): JsonSchema {
  return itemsOf('endpoints')
}

/** What `add_rule` takes. */
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

/** What `send_webhook` takes. */
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

/** The same, shorter: any name is a string, and of choices in choices one list is enough. */
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
