// A member of an object that clients send: how it is read, its valid values, and its description.
import * as z from 'zod/mini'
import type { JsonSchema } from '../json/json-schema.ts'
import type { Shape } from './read-shape.ts'

/** How a member is read, and its description, which its zod schema does not include. */
interface Member {
  readonly shape: Shape
  readonly says: JsonSchema
}

const members = new WeakMap<object, Member>()

/** Defines a member that may be missing. */
export function optional<T extends z.ZodMiniType>(
  shape: Shape,
  says: string,
  schema: T,
  more: JsonSchema = {},
): z.ZodMiniOptional<T> {
  return required(shape, says, z.optional(schema), more)
}

export function required<T extends z.ZodMiniType>(
  shape: Shape,
  says: string,
  schema: T,
  more: JsonSchema = {},
): T {
  // A copy, because several members may share a schema.
  const own = schema.clone() as T
  members.set(own, { shape, says: { ...more, description: says } })
  return own
}

type Members = Readonly<Record<string, z.ZodMiniType>>

/** Returns the shapes by which the members of an object are read. */
export function shapesOf(schemas: Members): Readonly<Record<string, Shape>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, members.get(schema)?.shape ?? 'short']),
  )
}

/** Adds its description to the JSON Schema of a member, and describes it as a client sends it. */
export function describeMember(_: string, schema: JsonSchema, member: object): JsonSchema {
  const { shape = 'short', says } = members.get(member) ?? {}
  return { ...asSent(schema, shape), ...says }
}

/** Returns the JSON Schema of what is read by a shape. What is kept as text may be any JSON. */
function asSent(schema: JsonSchema, shape: Shape): JsonSchema {
  if (shape === 'text') return {}
  if (shape === 'values') {
    return { ...schema, additionalProperties: orScalar(schema['additionalProperties']) }
  }
  if (typeof shape === 'string') return schema
  if ('elements' in shape && shape.elements === 'text') return { ...schema, items: {} }
  if ('each' in shape && shape.each === 'text') return { ...schema, additionalProperties: {} }
  return schema
}

/** Returns a schema that allows numbers and booleans wherever the given one allows a string. */
function orScalar(schema: unknown): JsonSchema {
  const { type, anyOf, ...rest } = schema as JsonSchema
  if (Array.isArray(anyOf)) return { ...rest, anyOf: anyOf.map(orScalar) }
  return { ...rest, type: type === 'string' ? ['string', 'number', 'boolean'] : type }
}
