// Whether a service works, and why not.
import type { Health } from '../../control/control.ts'
import type { World } from '../../engine/world.ts'
import { StoreError } from '../../model/store.ts'
import { version } from '../../model/version.ts'

/** How a service is. */
export async function checkHealth({ store, registry, isDraining }: World): Promise<Health> {
  let endpoints: number | null = null
  let reason = isDraining() ? 'The service is stopping.' : undefined
  try {
    endpoints = await registry.count()
    if (reason === undefined) await store.check()
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    reason = error.message
  }
  const about = { version, store: store.kind, endpoints }
  return reason === undefined
    ? { status: 'ok', ...about }
    : { status: 'degraded', ...about, reason }
}
