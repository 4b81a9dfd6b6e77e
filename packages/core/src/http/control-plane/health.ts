// The health of a service: whether it works, and if not, why.
import type { Health } from '../../control/control.ts'
import type { Workspace } from '../../engine/workspace.ts'
import { StoreError } from '../../model/store/store.ts'
import { version } from '../../model/version.ts'

/** Returns the health of a service. */
export async function checkHealth({
  store,
  registry,
  files,
  origins,
  sharing,
  isDraining,
}: Workspace): Promise<Health> {
  let endpoints: number | null = null
  let rules: number | null = null
  let unreadable: readonly string[] = []
  let reason = isDraining() ? 'The service is stopping.' : undefined
  try {
    endpoints = await registry.count()
    rules = await registry.rules.count()
    if (reason === undefined) {
      await store.check()
      unreadable = await registry.unreadable()
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    reason = error.message
  }
  // Also while the store accepts no writes, because the other services may still be running.
  const daemons = await sharing?.names().catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error
  })
  const { seed } = registry.rules
  const ofFiles = files && { files: files.health() }
  const served = origins.size > 0 && { origins: Object.fromEntries(origins) }
  const shared = sharing && { durability: sharing.durability, daemons: daemons ?? [sharing.name] }
  const about = {
    version,
    store: store.kind,
    endpoints,
    rules,
    seed,
    ...ofFiles,
    ...served,
    ...shared,
  }
  if (reason !== undefined) return { status: 'degraded', ...about, reason }
  if (unreadable.length === 0) return { status: 'ok', ...about }
  return { status: 'degraded', ...about, reason: cannotBeRead(unreadable), unreadable }
}

function cannotBeRead(names: readonly string[]): string {
  const [first, ...others] = names
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  return `The stored data or a stored rule of \`${first}\`${more} cannot be read. Add it again, or remove it.`
}
