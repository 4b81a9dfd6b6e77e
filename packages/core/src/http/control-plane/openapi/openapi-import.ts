// The part of the OpenAPI document about imports.
import { type Description, object, type Part, ref, response, success } from './openapi-parts.ts'

export const importSchema: Part = {
  type: 'object',
  properties: {
    $schema: { type: 'string', description: 'Passed over.' },
    endpoints: { type: 'array', items: ref('NewEndpoint') },
    serve: { type: 'object', description: 'Passed over: ports are for the files of a daemon.' },
    rules: { type: 'array', items: ref('NewRule'), description: 'Added in this order.' },
  },
  additionalProperties: false,
}

export const describedImport: Readonly<Record<'importRecords', Description>> = {
  importRecords: {
    summary: 'Adds or replaces endpoints and rules: all of them, or none',
    responses: {
      200: response(
        'How many were added or replaced',
        object({ success, endpoints: { type: 'integer' }, rules: { type: 'integer' } }),
      ),
    },
    requestBody: {
      required: true,
      description:
        'Read as JSON, whatever its Content-Type. If a name or an id appears twice, the last record counts.',
      content: { 'application/json': { schema: ref('Import') } },
    },
  },
}
