// Temporary rules, whose uses are counted in Redis for all daemons together.
import type { CountedRules, StoredRule } from '@mock-endpoint/core'
import type { Reply } from './link/client.ts'
import type { Link } from './link/link.ts'
import { usedUpScript, useScript } from './scripts.ts'
import type { Writes } from './writes.ts'

export function createCountedRules(
  link: Pick<Link, 'command' | 'run'>,
  prefix: string,
  { resetRules }: Writes,
): CountedRules {
  return {
    async use({ id, endpoint, text }, most) {
      const before = Number(await link.run(useScript, [id, endpoint, text, String(most)]))
      return before === -1 ? undefined : before
    },
    async uses(ids) {
      return ((await link.command('HMGET', `${prefix}uses`, ...ids)) as Reply[]).map(Number)
    },
    async spent(id) {
      const found = await link.command('HGET', `${prefix}spent`, id)
      if (typeof found !== 'string') return undefined
      return toSpent(id, found)
    },
    async usedUp(endpoint) {
      const found = (await link.run(usedUpScript, [endpoint ?? ''])) as string[]
      return found.flatMap((id, i) => (i % 2 === 0 ? [toSpent(id, found[i + 1] ?? '')] : []))
    },
    reset: resetRules,
  }
}

/** Splits at the first slash, because an endpoint's name has none. */
function toSpent(id: string, kept: string): StoredRule {
  const slash = kept.indexOf('/')
  return { id, endpoint: kept.slice(0, slash), text: kept.slice(slash + 1), isTemporary: true }
}
