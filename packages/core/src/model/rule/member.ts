// A member of something that clients send: how it is read, what it may hold, and what is said of it.
import * as z from 'zod/mini'
import type { JsonSchema } from '../json/json-schema.ts'
import type { Shape } from './read-shape.ts'

/** What there is to a member beside the values that it may hold. */
interface Member {
  readonly shape: Shape
  readonly says: JsonSchema
}

const members = new WeakMap<object, Member>()

/** A member that may be missing. */
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
  // A copy: the same values may be those of several members.
  const own = schema.clone() as T
  members.set(own, { shape, says: { ...more, description: says } })
  return own
}

type Members = Readonly<Record<string, z.ZodMiniType>>

/** How the members of an object are read. */
export function shapesOf(schemas: Members): Readonly<Record<string, Shape>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, members.get(schema)?.shape ?? 'short']),
  )
}

/** The JSON Schema of a member, with what is said of it. JSON is text to us, and any value to whoever sends it. */
export function describeMember(_: string, schema: JsonSchema, member: object): JsonSchema {
  const { shape, says } = members.get(member) ?? {}
  return { ...(shape === 'text' ? {} : schema), ...says }
}
