// The OpenAPI document against real calls: what is sent and accepted is valid by its schemas.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../index.ts'
import { createMemoryStore } from '../../../memory.ts'
import { ask as askAt } from '../../../test/contract/contract-service.ts'

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: object
}

interface Operation {
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

const app = createApp({ store: createMemoryStore(), allowSend: ['localhost'] })
const ask = (path: string, init?: RequestInit): Promise<Response> =>
  askAt(async (request) => app.fetch(request), path, init)
// Strict mode wants a type beside each constraint. `format` is not checked.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
let document: OpenApi

beforeAll(async () => {
  document = await (await ask('/api/openapi.json')).json()
  ajv.addSchema({ $id: 'api', components: document.components })
})

/** Returns the faults of a value by the JSON schema of a request or response. */
function faultsOf(content: Content | undefined, value: unknown): unknown {
  const [media] = Object.values(content?.content ?? {})
  const schema = JSON.stringify(media?.schema ?? {}).replaceAll('"#/', '"api#/')
  const validate = ajv.compile(JSON.parse(schema))
  return validate(value) ? [] : validate.errors
}

const rule = {
  id: 'r',
  endpoint: 'orders',
  when: {
    method: ['POST', 'PUT'],
    path: '/:id',
    params: { id: 7 },
    query: { page: 2, sort: null, like: { contains: 'a' } },
    headers: { 'x-flag': true },
    jsonAt: { '/items/0': { id: 7 }, '/name': { matches: '^a' } },
  },
  response: {
    statusCode: 201,
    headers: { 'x-count': 7 },
    data: [1],
    then: [{ send: { to: 'http://localhost:1/', events: [{ a: 1 }, 2] } }],
  },
  times: 3,
}
const delivery = { to: 'http://localhost:1/', events: [{ a: 1 }, 'b', null] }
const records = { endpoints: [{ name: 'a', data: null }], rules: [rule], serve: { a: 1 } }

test.each<[method: string, path: string, body?: object]>([
  ['PUT', '/api/endpoint/add', { name: 'orders', data: { id: 1 }, delay: 0.5 }],
  ['GET', '/api/endpoint'],
  ['GET', '/api/endpoint/{name:orders}'],
  ['GET', '/api/summary'],
  ['PUT', '/api/rule/add', rule],
  ['GET', '/api/rule'],
  ['GET', '/api/rule/{id:r}'],
  ['POST', '/api/import', records],
  ['GET', '/api/request'],
  ['GET', '/api/request/{id:1}'],
  ['POST', '/api/request/release', { statusCode: 503, data: { a: 1 }, headers: { 'x-a': 1 } }],
  ['PUT', '/api/delivery/send', delivery],
  ['GET', '/api/delivery'],
  ['GET', '/api/delivery/{id:1}'],
  ['DELETE', '/api/delivery/{id:1}'],
  ['DELETE', '/api/delivery'],
  ['GET', '/api/health'],
  ['DELETE', '/api/rule/{id:r}'],
  ['DELETE', '/api/rule'],
  ['DELETE', '/api/request'],
  ['POST', '/api/reset', { endpoints: true }],
  ['DELETE', '/api/endpoint'],
])('what %s %s takes and sends is as the OpenAPI document describes it', async (...call) => {
  const [method, path, body] = call
  if (path === '/api/request') await ask('/endpoint/nothing?a=1', { method: 'POST', body: '{}' })
  const [described = '', asked = ''] = [/:\w+\}/g, /\{\w+:|\}/g].map((part, i) =>
    path.replace(part, i === 0 ? '}' : ''),
  )
  const operation = document.paths[described]?.[method.toLowerCase()]
  const response = await ask(asked, { method, ...(body && { body: JSON.stringify(body) }) })
  expect(response.status).toBe(200)
  expect(operation?.responses[200]).toBeDefined()
  expect(faultsOf(operation?.responses[200], await response.json())).toEqual([])
  if (body) expect(faultsOf(operation?.requestBody, body)).toEqual([])
})

test('the schema of a rule refuses a member that the service refuses', () => {
  const { requestBody } = document.paths['/api/rule/add']?.['put'] ?? {}
  expect(faultsOf(requestBody, { ...rule, wen: {} })).toMatchObject([
    { keyword: 'additionalProperties' },
  ])
})
