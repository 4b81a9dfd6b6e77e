// The JSON Schema of what validates. zod's own knows every kind of schema, and would be a tenth of a
// service's bundle; this one knows the kinds that endpoints, rules and queries are made of.
import type * as z from 'zod/mini'

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>

export interface JsonSchemaOptions {
  /** Whether it is of what is given or of what is made of it, which has its defaults. */
  readonly io: 'input' | 'output'
  /** Default: 2020-12, the one of OpenAPI 3.1. */
  readonly draft?: '7'
  /** Says more of a field, by its name, what its own schema comes to, and that. */
  readonly describe?: (field: string, schema: JsonSchema, own: z.core.$ZodType) => JsonSchema
}

/** Throws for a kind of schema that it does not know. */
export function toJsonSchema(schema: z.core.$ZodType, options: JsonSchemaOptions): JsonSchema {
  const { io, draft } = options
  const { def } = (schema as z.core.$ZodTypes)._zod
  const of = (inner: z.core.$ZodType): JsonSchema => toJsonSchema(inner, options)
  switch (def.type) {
    case 'optional':
      return of(def.innerType)
    case 'default':
      return { default: def.defaultValue, ...of(def.innerType) }
    case 'nullable':
      return orNull(of(def.innerType))
    case 'pipe':
      return of(io === 'input' ? def.in : def.out)
    case 'string':
      return { type: 'string', ...lengthOf(schema, 'minLength', 'maxLength') }
    case 'boolean':
    case 'null':
      return { type: def.type }
    case 'number':
      return numberSchema(schema)
    case 'literal':
      return { type: typeof def.values[0], const: def.values[0] }
    case 'enum':
      return { type: 'string', enum: Object.values(def.entries) }
    case 'union':
      return { anyOf: def.options.map(of) }
    case 'array':
      return { type: 'array', items: of(def.element), ...lengthOf(schema, 'minItems', 'maxItems') }
    case 'tuple':
      return tupleSchema(def.items.map(of), draft)
    case 'record':
      return {
        type: 'object',
        propertyNames: of(def.keyType),
        additionalProperties: of(def.valueType),
      }
    case 'object':
      return objectSchema(def.shape, options)
    default:
      throw new TypeError(`There is no JSON Schema of \`${def.type}\` here.`)
  }
}

/** Describes fields by their names; `data` is JSON, which is text to us, and any value to whoever sends it. */
export function describeBy(
  descriptions: Readonly<Record<string, JsonSchema>>,
): (field: string, schema: JsonSchema) => JsonSchema {
  return (field, schema) => {
    return { ...(field === 'data' ? {} : schema), ...descriptions[field] }
  }
}

function orNull({ type, ...rest }: JsonSchema): JsonSchema {
  if (Object.keys(rest).length === 0) return { type: [type, 'null'] }
  return { anyOf: [{ type, ...rest }, { type: 'null' }] }
}

function tupleSchema(items: readonly JsonSchema[], draft: '7' | undefined): JsonSchema {
  const list = draft ? { items, additionalItems: false } : { prefixItems: items, items: false }
  return { type: 'array', ...list, minItems: items.length, maxItems: items.length }
}

/** All objects are strict. */
function objectSchema(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  options: JsonSchemaOptions,
): JsonSchema {
  const { io, describe = (_, part) => part } = options
  const fields = Object.entries(shape)
  const properties = fields.map(([name, field]) => {
    return [name, describe(name, toJsonSchema(field, options), field)]
  })
  const mayMiss = io === 'input' ? 'optin' : 'optout'
  const required = fields.flatMap(([name, { _zod }]) => (_zod[mayMiss] ? [] : name))
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** What a check says of itself, as far as it is of use here. */
interface Check {
  readonly check?: string
  /** A bound, which belongs to what is valid. */
  readonly value?: number
  /** The least length, and the greatest. */
  readonly minimum?: number
  readonly maximum?: number
}

/** `z.int` is a check itself. */
function checksOf(schema: z.core.$ZodType): readonly Check[] {
  const { def } = schema._zod
  const checks = (def.checks ?? []).map(({ _zod }) => _zod.def)
  return [def, ...checks] as readonly object[] as readonly Check[]
}

function numberSchema(schema: z.core.$ZodType): JsonSchema {
  const checks = checksOf(schema)
  const valuesOf = (wanted: string): number[] =>
    checks.flatMap(({ check, value }) => (check === wanted && value !== undefined ? value : []))
  const [least, most] = [valuesOf('greater_than'), valuesOf('less_than')]
  const isInteger = checks.some(({ check }) => check === 'number_format')
  return {
    type: isInteger ? 'integer' : 'number',
    ...(least.length > 0 && { minimum: Math.max(...least) }),
    ...(most.length > 0 && { maximum: Math.min(...most) }),
  }
}

function lengthOf(schema: z.core.$ZodType, shortest: string, longest: string): JsonSchema {
  const checks = checksOf(schema)
  const least = checks.find(({ check }) => check === 'min_length')?.minimum
  const most = checks.find(({ check }) => check === 'max_length')?.maximum
  return {
    ...(least !== undefined && { [shortest]: least }),
    ...(most !== undefined && { [longest]: most }),
  }
}
