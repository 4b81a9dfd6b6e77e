// The JSON Schema of the export format, for editors. It uses draft 7, which all editors support.
import { deliverySchema } from '../model/delivery/delivery-schema.ts'
import { nameSchema } from '../model/endpoint/endpoint-schema.ts'
import { type JsonSchema, toJsonSchema } from '../model/json/json-schema.ts'
import { describeMember } from '../model/rule/member.ts'
import { ruleSchema } from '../model/rule/rule-schema.ts'

/** The URL of the schema, in the published package of the server. */
export const mocksSchemaUrl = 'https://unpkg.com/@mock-endpoint/server/dist/mocks.schema.json'

/** Returns the JSON Schema of the export format. */
export function createMocksSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: mocksSchemaUrl,
    title: 'Endpoints and rules of mock-endpoint',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      endpoints: {
        type: 'array',
        description: 'The endpoints. Each name appears once.',
        items: endpoint(),
      },
      rules: {
        type: 'array',
        description:
          'Rules give some requests another response. If several match, the last one in the list responds.',
        items: rule(),
      },
      serve: {
        type: 'object',
        description:
          'Ports of single endpoints, by name. The endpoint is the root of its port. Port 0 takes any free one.',
        additionalProperties: { type: 'integer', minimum: 0, maximum: 65_535 },
      },
    },
  }
}

/** Returns the JSON Schema of a request body that sends a webhook. */
export function createDeliverySchema(): JsonSchema {
  return toJsonSchema(deliverySchema, { io: 'input', draft: '7', describe: describeMember })
}

function rule(): JsonSchema {
  const schema = toJsonSchema(ruleSchema, { io: 'input', draft: '7', describe: describeMember })
  const members = schema['properties'] as Record<string, JsonSchema>
  const id = { type: 'string', description: idWords }
  const items = withFile(members['responses']?.['items'] as JsonSchema)
  const response = withFile(members['response'])
  const responses = { ...members['responses'], items }
  return { ...schema, properties: { ...members, id, response, responses } }
}

function withFile(response: JsonSchema | undefined): JsonSchema {
  return { ...response, properties: { ...(response?.['properties'] as object), bodyFile } }
}

function endpoint(): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: {
        ...toJsonSchema(nameSchema, { io: 'input', draft: '7' }),
        minLength: 1,
        description: 'The last segment of its URL: /endpoint/{name}.',
      },
      data: {
        description:
          'Any JSON value, sent byte for byte. In a folder, a file of that name can have it instead.',
      },
      statusCode: { ...status, default: 200 },
      delay: { ...delay, default: 0 },
    },
  }
}

const bodyFile: JsonSchema = {
  type: 'string',
  description:
    'Instead of data or body: the path of a file below this folder, such as bodies/logo.png.',
}
const idWords = 'The id of the rule. Default: the endpoint and a number.'
const status: JsonSchema = {
  type: 'integer',
  minimum: 200,
  maximum: 599,
  description: 'The HTTP status of the response.',
}
const delay: JsonSchema = {
  type: 'number',
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'Milliseconds before the response.',
}
