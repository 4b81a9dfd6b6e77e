// The settings of Redis that decide which failures an acknowledged write survives.
import { StoreError } from '@mock-endpoint/core'
import type { Session } from './link.ts'

/**
 * What an acknowledged write survives: `synced` a power cut, `within a second` a power cut more
 * than a second later, `memory` nothing. `unknown` if Redis refuses to show its settings.
 */
export type Durability = 'synced' | 'within a second' | 'memory' | 'unknown'

/** Rejects with a `StoreError` (`unavailable`) if Redis may drop keys without an expiry. */
export async function checkSettings(
  session: Pick<Session, 'command'>,
  allowEviction: boolean,
): Promise<Durability> {
  const names = ['maxmemory-policy', 'appendonly', 'appendfsync']
  // A managed Redis often refuses this command.
  const values = await Promise.all(names.map((name) => askFor(session, name)))
  const [policy, appendOnly, sync] = values
  if (policy?.startsWith('allkeys') && !allowEviction) {
    const hint = 'Set maxmemory-policy to noeviction.'
    throw new StoreError(
      'unavailable',
      `Redis drops endpoints when it is full (${policy}). ${hint}`,
    )
  }
  if (appendOnly === undefined || sync === undefined) return 'unknown'
  if (appendOnly !== 'yes' || sync === 'no') return 'memory'
  return sync === 'always' ? 'synced' : 'within a second'
}

async function askFor(
  { command }: Pick<Session, 'command'>,
  name: string,
): Promise<string | undefined> {
  try {
    const reply: unknown = await command('CONFIG', 'GET', name)
    return new Map(Object.entries(Object(reply))).get(name) as string | undefined
  } catch (error) {
    if (error instanceof StoreError && error.kind === 'unavailable') return undefined
    throw error
  }
}
