// The settings of Redis that decide what an acknowledgement is worth.
import { StoreError } from '@mock-endpoint/core'
import type { Session } from './link.ts'

/**
 * What an acknowledged write outlives: `synced` a power cut, `within a second` all but that second of
 * it, `memory` nothing; `unknown` when Redis does not tell.
 */
export type Durability = 'synced' | 'within a second' | 'memory' | 'unknown'

/** Rejects with a `StoreError` (`unavailable`) when Redis may drop keys that have no end. */
export async function checkSettings(
  session: Pick<Session, 'command'>,
  allowEviction: boolean,
): Promise<Durability> {
  const names = ['maxmemory-policy', 'appendonly', 'appendfsync']
  // One that is run for others often refuses this command.
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
