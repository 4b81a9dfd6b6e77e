// The control API about the service itself: its health, and what it can do.
import { Hono } from 'hono'
import type { Registry } from '../engine/registry.ts'
import type { EndpointStore } from '../model/store.ts'
import { StoreError } from '../model/store.ts'
import { json } from './json.ts'
import { otherMethods } from './method-not-allowed.ts'
import { createOpenApi } from './openapi.ts'

export interface ServiceApiOptions {
  readonly registry: Registry
  readonly store: EndpointStore
  readonly version: string
  readonly draining: AbortSignal | undefined
}

export function createServiceApi(options: ServiceApiOptions): Hono {
  const api = new Hono()
  let document: string | undefined

  api.get('/health', async () => {
    const health = await checkHealth(options)
    return json(JSON.stringify(health), health.status === 'ok' ? 200 : 503)
  })

  api.get('/openapi.json', () => {
    document ??= JSON.stringify(createOpenApi(options.version))
    return json(document)
  })

  api.all('/health', otherMethods(['GET']))
  api.all('/openapi.json', otherMethods(['GET']))
  return api
}

interface Health {
  readonly status: 'ok' | 'degraded'
  readonly version: string
  /** `null` when the store cannot tell. */
  readonly endpoints: number | null
  readonly store: string
  /** Why the service is degraded. */
  readonly reason?: string
}

async function checkHealth({
  store,
  registry,
  version,
  draining,
}: ServiceApiOptions): Promise<Health> {
  try {
    const health = { version, endpoints: await registry.count(), store: store.kind }
    if (!draining?.aborted) return { status: 'ok', ...health }
    return { status: 'degraded', ...health, reason: 'The service is stopping.' }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const reason = error.message
    return { status: 'degraded', version, endpoints: null, store: store.kind, reason }
  }
}
