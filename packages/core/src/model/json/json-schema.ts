// Converts zod schemas to JSON Schema. zod's own converter supports every kind of schema, and would
// be a tenth of a service's bundle. This one supports those of endpoints, rules and queries.
import type * as z from 'zod/mini'

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>

export interface JsonSchemaOptions {
  /** Whether it describes the given value, or the validated one, which includes the defaults. */
  readonly io: 'input' | 'output'
  /** Default: 2020-12, as in OpenAPI 3.1. */
  readonly draft?: '7'
  /** Completes the JSON Schema of a field. `own` is the zod schema that it was converted from. */
  readonly describe?: (field: string, schema: JsonSchema, own: z.core.$ZodType) => JsonSchema
}

/** Converts a zod schema. Throws a `TypeError` for a kind of schema that is not supported. */
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

/**
 * Returns a function that describes fields by name. It omits the type of `data`, which is text
 * here, but any JSON value in a request.
 */
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

/** Allows no other properties, because all objects are strict. */
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

/** The members of a zod check that are used here. */
interface Check {
  readonly check?: string
  /** An inclusive bound. */
  readonly value?: number
  /** The bounds of a length. */
  readonly minimum?: number
  readonly maximum?: number
}

/** Returns the checks of a schema, and the schema itself, because `z.int` is a check. */
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
