// Whether a service works, and why not.
import type { Health } from '../../control/control.ts'
import type { Unreadable } from '../../engine/registry.ts'
import type { World } from '../../engine/world.ts'
import { StoreError } from '../../model/store.ts'
import { version } from '../../model/version.ts'

/** How a service is. */
export async function checkHealth({
  store,
  registry,
  files,
  sharing,
  isDraining,
}: World): Promise<Health> {
  let endpoints: number | null = null
  let rules: number | null = null
  let unreadable: Unreadable = { endpoints: [], rules: [] }
  let daemons: readonly string[] | undefined
  let reason = isDraining() ? 'The service is stopping.' : undefined
  try {
    endpoints = await registry.count()
    rules = await registry.rules.count()
    if (reason === undefined) {
      await store.check()
      unreadable = await registry.unreadable()
      daemons = await sharing?.names()
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    reason = error.message
  }
  const { seed } = registry.rules
  const ofFiles = files && { files: files.health() }
  const shared = sharing && { durability: sharing.durability, daemons: daemons ?? [sharing.name] }
  const about = { version, store: store.kind, endpoints, rules, seed, ...ofFiles, ...shared }
  if (reason !== undefined) return { status: 'degraded', ...about, reason }
  const names = [...new Set([...unreadable.endpoints, ...unreadable.rules])]
  if (names.length === 0) return { status: 'ok', ...about }
  return { status: 'degraded', ...about, reason: cannotBeRead(unreadable), unreadable: names }
}

function cannotBeRead({ endpoints, rules }: Unreadable): string {
  return [
    ...aFew(endpoints, (names) => {
      return `The stored endpoint ${names} cannot be read. Add it again, or remove it.`
    }),
    ...aFew(rules, (names) => {
      return `Rules of ${names} cannot be read. Add them again, or remove the rules of that endpoint.`
    }),
  ].join(' ')
}

/** What is said of these names, if there are any. */
function aFew(names: readonly string[], say: (names: string) => string): string[] {
  const [first, ...others] = names
  if (first === undefined) return []
  return [say(`\`${first}\`${others.length === 0 ? '' : ` (and ${others.length} more)`}`)]
}
