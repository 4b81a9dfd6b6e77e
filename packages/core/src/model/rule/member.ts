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

/**
 * Adds its description to the JSON Schema of a member. Omits the type of a member that is kept as
 * text, because a client sends any JSON value for it.
 */
export function describeMember(_: string, schema: JsonSchema, member: object): JsonSchema {
  const { shape, says } = members.get(member) ?? {}
  return { ...(shape === 'text' ? {} : schema), ...says }
}
