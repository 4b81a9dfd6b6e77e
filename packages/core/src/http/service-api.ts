// The control API about the service itself: its health, and what it can do.
import { Hono } from 'hono'
import type { Registry } from '../engine/registry.ts'
import type { EndpointStore } from '../model/store.ts'
import { StoreError } from '../model/store.ts'
import { version } from '../model/version.ts'
import { json } from './json.ts'
import { otherMethods } from './method-not-allowed.ts'
import { createOpenApi } from './openapi.ts'

export interface ServiceApiOptions {
  readonly registry: Registry
  readonly store: EndpointStore
  readonly isDraining: () => boolean
}

export function createServiceApi(options: ServiceApiOptions): Hono {
  const api = new Hono()
  let document: string | undefined

  api.get('/health', async () => {
    const health = await checkHealth(options)
    return json(JSON.stringify(health), health.status === 'ok' ? 200 : 503)
  })

  api.get('/openapi.json', () => {
    document ??= JSON.stringify(createOpenApi(version))
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

/** How a service is. */
export async function checkHealth(options: ServiceApiOptions): Promise<Health> {
  const { store, registry, isDraining } = options
  const about = { version, store: store.kind }
  try {
    const endpoints = await registry.count()
    const reason = isDraining() ? 'The service is stopping.' : await whyNoWrites(store)
    if (reason === undefined) return { status: 'ok', ...about, endpoints }
    return { status: 'degraded', ...about, endpoints, reason }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return { status: 'degraded', ...about, endpoints: null, reason: error.message }
  }
}

async function whyNoWrites(store: EndpointStore): Promise<string | undefined> {
  try {
    await store.check()
    return undefined
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return error.message
  }
}
