import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  endpointFilterSchema,
  endpointQuerySchema,
  holdFilterSchema,
  requestQuerySchema,
  ruleQuerySchema,
  summaryQuerySchema,
} from '../../http/control-plane/queries.ts'
import { resetSchema } from '../../http/control-plane/reset-options.ts'
import { endpointSchema } from '../endpoint/endpoint-schema.ts'
import { responseSchema } from '../rule/response-schema.ts'
import { ruleSchema } from '../rule/rule-schema.ts'
import { type JsonSchema, toJsonSchema } from './json-schema.ts'

const schemas: Record<string, z.ZodMiniType<unknown>> = {
  endpointSchema,
  ruleSchema,
  responseSchema,
  endpointQuerySchema,
  summaryQuerySchema,
  endpointFilterSchema,
  holdFilterSchema,
  resetSchema,
}

describe('toJsonSchema', () => {
  test.each(Object.entries(schemas))('toJsonSchema returns the same as zod: %s', (_, schema) => {
    for (const io of ['input', 'output'] as const) {
      const { $schema, ...made } = z.toJSONSchema(schema, { io })
      expect(toJsonSchema(schema, { io })).toEqual(made)
    }
    const { $schema, ...made } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' })
    expect(toJsonSchema(schema, { io: 'input', draft: '7' })).toEqual(made)
  })

  test.each([
    ['requestQuerySchema', requestQuerySchema],
    ['ruleQuerySchema', ruleQuerySchema],
  ])('toJsonSchema returns the same as zod for the input of a query: %s', (_, schema) => {
    const { $schema, ...made } = z.toJSONSchema(schema, { io: 'input' })
    expect(toJsonSchema(schema, { io: 'input' })).toEqual(made)
  })

  test('toJsonSchema describes fields at any depth', () => {
    const schema = z.strictObject({ list: z.optional(z.array(z.strictObject({ at: z.string() }))) })
    const describe = (title: string, part: object): JsonSchema => ({ ...part, title })
    expect(toJsonSchema(schema, { io: 'input', describe })).toMatchObject({
      properties: { list: { title: 'list', items: { properties: { at: { title: 'at' } } } } },
    })
  })

  test('toJsonSchema describes each field separately, even if several share a schema', () => {
    const text = z.string()
    const schema = z.strictObject({ one: z.optional(text), other: text })
    const describe = (title: string, part: object): JsonSchema => ({ ...part, title })
    expect(toJsonSchema(schema, { io: 'input', describe })).toMatchObject({
      properties: { one: { title: 'one' }, other: { title: 'other' } },
    })
  })

  test('toJsonSchema refuses a schema of an unknown kind', () => {
    expect(() => toJsonSchema(z.date(), { io: 'input' })).toThrow('`date`')
  })
})
