// Functions that make the parts of an OpenAPI document.
import type * as z from 'zod/mini'
import { mostUnreadable } from '../../../engine/unreadable-names.ts'
import { describeBy, type JsonSchema, toJsonSchema } from '../../../model/json/json-schema.ts'

/**
 * A part of the document. The published types of OpenAPI 3.1 do not work with
 * `exactOptionalPropertyTypes`, so a test validates the whole document instead.
 */
export type Part = JsonSchema

/** The description of an operation, without its method and path. */
export interface Description {
  readonly summary: string
  readonly responses: Readonly<Record<string, Part>>
  readonly requestBody?: Part
  readonly parameters?: readonly Part[]
}

/**
 * Converts a validating schema to a JSON Schema, with these additions to its fields. What the
 * service sends may have more members than that.
 */
export function toSchema(
  schema: z.core.$ZodType,
  io: 'input' | 'output',
  descriptions: Readonly<Record<string, Part>>,
): Part {
  const strict = toJsonSchema(schema, { io, describe: describeBy(descriptions) })
  const { additionalProperties: _, ...open } = strict
  return io === 'input' ? strict : open
}

/** Returns the fields of a schema as query parameters. */
export function toParameters({ properties }: Part): Part[] {
  return Object.entries(properties ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }))
}

export function ref(name: string): Part {
  return { $ref: `#/components/schemas/${name}` }
}

/** Returns the schema of an object with these required and optional members. */
export function object(
  properties: Record<string, Part>,
  optional: Record<string, Part> = {},
): Part {
  const required = Object.keys(properties)
  return { type: 'object', properties: { ...properties, ...optional }, required }
}

export function response(description: string, schema: Part): Part {
  return { description, content: { 'application/json': { schema } } }
}

export function operation(
  operationId: string,
  summary: string,
  responses: Readonly<Record<string, Part>>,
  rest: object = {},
): Part {
  const problem = { $ref: '#/components/responses/Problem' }
  return { operationId, summary, ...rest, responses: { ...responses, default: problem } }
}

export const text: Part = { type: 'string' }

export const integer: Part = { type: 'integer' }

export const success: Part = { const: true }

export const unreadable: Part = {
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  maxItems: mostUnreadable,
  description: 'Names of endpoints that, or whose rules, cannot be read; only if there are any.',
}
