// The endpoints, over the control API. `data` is text here, as it was typed.
import { call } from './call.ts'
import { memberOf, partsOf } from './json-parts.ts'

export interface Endpoint {
  readonly name: string
  /** JSON, byte for byte. */
  readonly data: string
  readonly statusCode: number
  /** In milliseconds. */
  readonly delay: number
}

export interface EndpointPage {
  readonly endpoints: readonly Endpoint[]
  /** The name to go on behind; `undefined` at the end. */
  readonly next: string | undefined
}

interface Range {
  readonly prefix: string
  readonly after?: string | undefined
  readonly signal?: AbortSignal
}

const pageSize = 50

export async function listEndpoints({ prefix, after, signal }: Range): Promise<EndpointPage> {
  const query = new URLSearchParams({ prefix, limit: String(pageSize) })
  if (after !== undefined) query.set('after', after)
  const response = await call(`/api/endpoint?${query}`, signal && { signal })
  const text = await response.text()
  const records = partsOf(memberOf(text, 'endpoints')).map((part) => toEndpoint(part.text))
  const next = JSON.parse(memberOf(text, 'next')) as string | null
  return { endpoints: records, next: next ?? undefined }
}

export async function getEndpoint(name: string): Promise<Endpoint> {
  const response = await call(`/api/endpoint/${encodeURIComponent(name)}`)
  return toEndpoint(await response.text())
}

/** Resolves to the endpoint as the server has taken it. */
export async function addEndpoint(endpoint: Endpoint): Promise<Endpoint> {
  const { name, data, statusCode, delay } = endpoint
  const rest = `"statusCode":${statusCode},"delay":${delay},"data":${data}`
  const body = `{"name":${JSON.stringify(name)},${rest}}`
  const response = await call('/api/endpoint/add', { method: 'PUT', body })
  return toEndpoint(await response.text())
}

export async function removeEndpoint(name: string): Promise<void> {
  await call(`/api/endpoint/${encodeURIComponent(name)}`, { method: 'DELETE' })
}

/** Where its callers find it. */
export function urlOf(name: string): string {
  return `${location.origin}/endpoint/${encodeURIComponent(name)}`
}

function toEndpoint(json: string): Endpoint {
  const members = new Map(partsOf(json).map(({ key, text }) => [key, text]))
  const read = (key: string): unknown => JSON.parse(members.get(key) ?? 'null')
  return {
    name: String(read('name')),
    data: members.get('data') ?? 'null',
    statusCode: Number(read('statusCode')),
    delay: Number(read('delay')),
  }
}
