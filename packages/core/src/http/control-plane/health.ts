// Whether a service works, and why not.
import type { Health } from '../../control/control.ts'
import type { World } from '../../engine/world.ts'
import { type EndpointStore, StoreError } from '../../model/store.ts'
import { version } from '../../model/version.ts'

/** How a service is. */
export async function checkHealth({ store, registry, isDraining }: World): Promise<Health> {
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
