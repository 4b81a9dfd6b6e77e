// The OpenAPI 3.1 document of the service. Fields and limits come from the validating schemas.
import type { OperationName } from '../../../control/control.ts'
import { type AnyOperation, operations } from '../../../control/operations.ts'
import { endpointSchema } from '../../../model/endpoint/endpoint-schema.ts'
import { problemCodes } from '../../../model/problem/problem.ts'
import { endpointQuerySchema } from '../queries.ts'
import { resetSchema } from '../reset-options.ts'
import { deliverySchemas, describedDeliveries } from './openapi-deliveries.ts'
import { healthSchema } from './openapi-health.ts'
import { describedImport, importSchema } from './openapi-import.ts'
import { closestSchema, describedRequests, requestSchema } from './openapi-journal.ts'
import {
  type Description,
  object,
  operation,
  type Part,
  ref,
  response,
  success,
  toParameters,
  toSchema,
  unreadable,
} from './openapi-parts.ts'
import { describedRules, ruleSchemas } from './openapi-rules.ts'
import { describedSummaries } from './openapi-summaries.ts'

/** Descriptions, and a pattern, that the validating schemas do not contain. */
const descriptions: Record<string, Part> = {
  name: {
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f/\\\\]+$',
    description:
      'The last path segment of the read URL: 1-255 bytes of UTF-8 without control characters, / and \\, and neither . nor ..',
  },
  data: { description: 'Any JSON value; answered byte for byte.' },
  statusCode: { description: 'The HTTP status of the response.' },
  delay: { description: 'Milliseconds before the response.' },
  prefix: { description: 'Only names that begin with this.' },
  after: { description: 'Only names after this one: the `next` of the page before.' },
  limit: { description: 'The maximum number of endpoints on a page.' },
  endpoints: { description: 'Whether to remove all endpoints and their rules too.' },
  rules: { description: 'Whether to remove the permanent rules too.' },
}

export function createOpenApi(version: string): Part {
  return {
    openapi: '3.1.0',
    info: {
      title: 'mock-endpoint',
      version,
      description: 'A mock HTTP server.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths: {
      '/endpoint/{name}': { parameters: [pathParameter('name')], ...everyMethod(readOperation) },
      ...controlPaths(),
    },
    components: {
      schemas: {
        NewEndpoint: toSchema(endpointSchema, 'input', descriptions),
        Endpoint: toSchema(endpointSchema, 'output', descriptions),
        ...ruleSchemas,
        Import: importSchema,
        Request: requestSchema,
        ...deliverySchemas,
        Problem: problemSchema,
      },
      responses: { Problem: problemResponse },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Only when the service has a token.',
        },
      },
    },
    security: [{}, { token: [] }],
  }
}

/** The description of each operation. Methods and paths come from the table of operations. */
export const described: Readonly<Record<OperationName, Description>> = {
  addEndpoint: {
    summary: 'Adds an endpoint, or replaces the endpoint with that name',
    responses: { 200: response('The endpoint as it is stored', endpointEcho()) },
    requestBody: {
      required: true,
      description: 'Read as JSON, whatever its Content-Type.',
      content: { 'application/json': { schema: ref('NewEndpoint') } },
    },
  },
  ...describedImport,
  listEndpoints: {
    summary: 'Lists the endpoints in the order of their names (by UTF-8 bytes), page by page',
    responses: { 200: response('A page; `next` is null on the last one', endpointPage()) },
    parameters: toParameters(toSchema(endpointQuerySchema, 'input', descriptions)),
  },
  ...describedSummaries,
  clearEndpoints: {
    summary: 'Removes all endpoints',
    responses: {
      200: response('Their number', object({ success, removed: { type: 'integer' } })),
    },
  },
  getEndpoint: {
    summary: 'Shows one endpoint',
    responses: { 200: response('The endpoint', ref('Endpoint')) },
  },
  removeEndpoint: {
    summary: 'Removes one endpoint',
    responses: { 200: response('It is removed', object({ success, name: { type: 'string' } })) },
  },
  ...describedRules,
  ...describedRequests,
  ...describedDeliveries,
  reset: {
    summary:
      'Ends delays, holds and deliveries, and removes the requests and the temporary rules; optionally also the other rules and the endpoints',
    responses: { 200: response('It is done', object({ success })) },
    requestBody: {
      content: { 'application/json': { schema: toSchema(resetSchema, 'input', descriptions) } },
    },
  },
  getHealth: {
    summary: 'Shows whether the service works',
    responses: {
      200: response(
        'It does; if `degraded`, for all endpoints but the `unreadable`',
        healthSchema(),
      ),
      503: response('It does not, or is about to stop; `reason` says why', healthSchema()),
    },
  },
  getOpenApi: {
    summary: 'Returns this document',
    responses: { 200: response('The document', {}) },
  },
}

function controlPaths(): Record<string, Part> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, { method, path }] of Object.entries<AnyOperation>(operations)) {
    const { summary, responses, ...rest } = described[name as OperationName]
    const parameter = /\{(\w+)\}/.exec(path)?.[1]
    paths[`/api${path}`] ??= parameter ? { parameters: [pathParameter(parameter)] } : {}
    Object.assign(paths[`/api${path}`] ?? {}, {
      [method.toLowerCase()]: operation(name, summary, responses, rest),
    })
  }
  return paths
}

function pathParameter(name: string): Part {
  return { name, in: 'path', required: true, schema: { type: 'string' } }
}

const problemSchema: Part = {
  type: 'object',
  description: 'RFC 9457',
  required: ['type', 'title', 'status', 'detail', 'code', 'success'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: [...problemCodes] },
    success: { const: false },
    errors: {
      type: 'array',
      items: object({ pointer: { type: 'string' }, detail: { type: 'string' } }),
    },
    name: { type: 'string' },
    nearMisses: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    fix: { type: 'string' },
    line: { type: 'integer' },
    column: { type: 'integer' },
    limit: { type: 'integer' },
    closest: closestSchema,
  },
}
const problemResponse: Part = {
  description: 'The problem',
  content: { 'application/problem+json': { schema: ref('Problem') } },
}

const readOperation = (operationId: string): Part => ({
  operationId,
  summary: 'The response of the endpoint or of a rule',
  security: [],
  responses: {
    '200': response('The stored data; the status is the one stored', {}),
    default: { $ref: '#/components/responses/Problem' },
  },
})

function everyMethod(make: (operationId: string) => Part): Part {
  return {
    get: make('read'),
    head: make('readHead'),
    post: make('readPost'),
    put: make('readPut'),
    patch: make('readPatch'),
    delete: make('readDelete'),
  }
}

function endpointEcho(): Part {
  return { allOf: [object({ success }), ref('Endpoint')] }
}

function endpointPage(): Part {
  const always = {
    endpoints: { type: 'array', items: ref('Endpoint') },
    next: { type: ['string', 'null'] },
  }
  return object(always, { unreadable })
}
