// The control API for endpoints: add, list, get, remove, clear. `data` goes in and out as text.
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Registry } from '../engine/registry.ts'
import { endpointToJson } from '../model/endpoint.ts'
import type { FieldsSchema } from '../model/fields.ts'
import { decodeJsonBytes } from '../model/json-bytes.ts'
import { parseEndpoint } from '../model/parse-endpoint.ts'
import { nameOf } from '../model/url.ts'
import { readBody } from './body.ts'
import { endpointNotFound } from './endpoint-not-found.ts'
import { json } from './json.ts'
import { otherMethods } from './method-not-allowed.ts'
import { parseQuery } from './query.ts'

export interface EndpointApiOptions {
  readonly registry: Registry
  /** The largest body of an add, in bytes. */
  readonly maxBody: number
}

/** A page of the list ends early when its text gets this long, so that no list fills the memory. */
const longestPage = 16 * 1024 * 1024

const limitHint = 'send less, or raise it (option maxBody, flag --max-body)'

const limitError = 'must be an integer from 1 to 1000'
interface ListQuery {
  readonly prefix: string
  readonly after?: string | undefined
  readonly limit: number
}

export const listQuerySchema: FieldsSchema<ListQuery> = z.strictObject({
  prefix: z._default(z.string(), ''),
  after: z.optional(z.string()),
  limit: z._default(
    z.coerce
      .number(limitError)
      .check(z.int(limitError), z.gte(1, limitError), z.lte(1000, limitError)),
    100,
  ),
})

export function createEndpointApi({ registry, maxBody }: EndpointApiOptions): Hono {
  const api = new Hono()

  api.put('/add', async (c) => {
    const body = await readBody(c.req.raw, maxBody, limitHint)
    const endpoint = parseEndpoint(decodeJsonBytes(body))
    await registry.add(endpoint)
    return json(`{"success":true,${endpointToJson(endpoint).slice(1)}`)
  })

  api.get('/', async (c) => {
    const { limit, ...range } = parseQuery(listQuerySchema, c.req.url)
    const records: string[] = []
    let length = 0
    let last: string | undefined
    let next: string | null = null
    for await (const endpoint of registry.list(range)) {
      if (records.length === limit || length > longestPage) {
        next = last ?? null
        break
      }
      const record = endpointToJson(endpoint)
      records.push(record)
      length += record.length
      last = endpoint.name
    }
    return json(`{"endpoints":[${records.join(',')}],"next":${JSON.stringify(next)}}`)
  })

  api.delete('/', async () => {
    const removed = await registry.clear()
    return json(JSON.stringify({ success: true, removed }))
  })

  api.get('/:name', async (c) => {
    const name = nameOf(c.req.url)
    const endpoint = await registry.get(name)
    if (!endpoint) throw await endpointNotFound(registry, name)
    return json(endpointToJson(endpoint))
  })

  api.delete('/:name', async (c) => {
    const name = nameOf(c.req.url)
    if (!(await registry.remove(name))) throw await endpointNotFound(registry, name)
    return json(JSON.stringify({ success: true, name }))
  })

  api.all('/', otherMethods(['GET', 'DELETE']))
  api.all('/add', otherMethods(['PUT', 'GET', 'DELETE']))
  api.all('/:name', otherMethods(['GET', 'DELETE']))
  return api
}
