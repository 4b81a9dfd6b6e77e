// The only writer of a database. Combines writes into synced batches, which include the counts.
import { debug } from '../model/debug.ts'
import { createCommitQueue } from '../model/store/commit-queue.ts'
import type { StoreError } from '../model/store/store.ts'
import {
  type Change,
  fit,
  isChange,
  lengthOf,
  namesOf,
  removes,
  type Write,
} from '../model/store/store-writes.ts'
import { createPause, runYielding } from '../model/time/yielding.ts'
import { plan, putsRules } from './changes.ts'
import type { Connection } from './connection.ts'
import type { Contents } from './contents.ts'
import { type BatchOperation, type LevelDatabase, utf8, writeSynced } from './database.ts'
import { removeAll } from './prepare.ts'
import { clearingKey, countKey, formatKey, ruleCountKey, toKey } from './records.ts'
import { createRulesDraft, type Rules, type RulesDraft } from './rules.ts'
import { toStoreError } from './store-error.ts'
import type { IsInDoubt } from './trouble.ts'

export interface Writer {
  /** Resolves, once the write is synced, to the number of endpoints or rules that it removed. */
  write(write: Write): Promise<number>
  /** Resolves when the commit now in progress, if any, has ended. */
  settled(): Promise<void>
  /** Resolves when no write is in progress. */
  idle(): Promise<void>
}

export interface WriterOptions {
  readonly db: LevelDatabase
  readonly connection: Connection
  /** Rejects with the reason if that many bytes of data may not be written. */
  readonly admit: (bytes: number) => Promise<void>
}

export function createWriter({ db, connection, admit }: WriterOptions): Writer {
  /** Commits writes. If the disk is full, makes room and tries removals once more. */
  async function commit(writes: readonly Write[]): Promise<readonly (number | StoreError)[]> {
    const attempt = writes[0] === 'clear' ? clear : change(writes.filter(isChange))
    try {
      return await attempt()
    } catch (error) {
      const reason = toStoreError(error)
      const makesRoom = reason.kind === 'full' && writes.some(removes)
      if (!makesRoom || !(await connection.makeRoom())) throw reason
      return await attempt(reason)
    }
  }

  /** Returns a function that makes the changes. With a refusal, it makes only the removals. */
  function change(changes: readonly Change[]) {
    let found: Found | undefined

    return async (refused?: StoreError): Promise<readonly (number | StoreError)[]> => {
      connection.check()
      const [refusal, names] = await Promise.all([
        refused ?? refusalOf(changes),
        existing(db, changes),
      ])
      const before = connection.contents()
      const was = found
      found ??= { names: new Set(names), rules: before.rules }
      const rules = createRulesDraft(before.rules)
      const draft = { names, rules }
      const { operations, added, ...planned } = await runYielding(plan(changes, draft, refusal))
      // A failed batch may have been written anyway. The results count what was there before it.
      const results = was ? await resultsOf(changes, was, refusal) : planned.results
      if (operations.length === 0) return results
      const format = changes.some(putsRules) && !refusal ? '2' : before.format
      const after: Contents = { count: before.count + added, format, rules: before.rules }
      operations.push(...notes(before, after, rules))
      await writeSynced(db, operations).catch((error) => fail(error, doubtOf(changes, rules)))
      debug?.(`Committed writes of ${changes.length} requests as ${operations.length} records.`)
      rules.apply()
      connection.written(after)
      return results
    }
  }

  /**
   * Removes everything, which is too much for one batch. Once the mark is synced, reads find
   * nothing, and the next opening finishes an interrupted clear.
   */
  async function clear(): Promise<readonly number[]> {
    connection.check()
    const { count, format, rules } = connection.contents()
    // Searching for endpoints among many removed ones takes long.
    if (count === 0 && rules.places.count() === 0) return [0]
    const mark = { type: 'put', key: clearingKey, value: '1' } as const
    // Without the mark nothing is removed, so everything can still be read.
    await writeSynced(db, [mark]).catch((error) => fail(error, () => false))
    connection.cleared()
    const end = (): void => connection.written(connection.contents())
    await removeAll(db, format).then(end, leaveRest)
    return [count]
  }

  /** The clear counts as done anyway. The next opening removes the records that are left. */
  async function leaveRest(error: unknown): Promise<void> {
    const reason = toStoreError(error)
    connection.failed(reason, () => false)
    if (reason.kind === 'full') await connection.makeRoom()
  }

  function fail(error: unknown, isInDoubt: IsInDoubt): never {
    const reason = toStoreError(error)
    connection.failed(reason, isInDoubt)
    throw reason
  }

  /** Resolves to the reason if puts are refused. Removals make room, and are always allowed. */
  async function refusalOf(changes: readonly Change[]): Promise<StoreError | undefined> {
    const bytes = changes.reduce((sum, change) => sum + lengthOf(change), 0)
    if (bytes === 0) return undefined
    return admit(bytes).then(() => undefined, toStoreError)
  }

  const queue = createCommitQueue<Write, number>({
    fit,
    commit: (writes) => commit(writes).catch((error) => Promise.reject(toStoreError(error))),
  })

  return { write: queue.push, settled: queue.settled, idle: queue.idle }
}

/** Maximum number of names in one call of `hasMany`. */
const mostAsked = 1_000

async function existing(db: LevelDatabase, changes: readonly Change[]): Promise<Set<string>> {
  const names = [...new Set(changes.flatMap(namesOf))]
  const pause = createPause()
  const found = new Set<string>()
  for (let start = 0; start < names.length; start += mostAsked) {
    const some = names.slice(start, start + mostAsked)
    const isThere = await db.hasMany(some.map(toKey), utf8)
    for (const [i, name] of some.entries()) if (isThere[i]) found.add(name)
    await pause()
  }
  return found
}

/** The state before the first attempt: the names that had an endpoint, and the rules. */
interface Found {
  readonly names: ReadonlySet<string>
  readonly rules: Rules
}

async function resultsOf(
  changes: readonly Change[],
  { names, rules }: Found,
  refusal: StoreError | undefined,
): Promise<readonly (number | StoreError)[]> {
  const draft = { names: new Set(names), rules: createRulesDraft(rules) }
  return (await runYielding(plan(changes, draft, refusal))).results
}

/** Returns the operations that update the stored format and counts, where they change. */
function notes(before: Contents, after: Contents, rules: RulesDraft): BatchOperation[] {
  const hasNewFormat = after.format !== before.format
  const noted: [key: string, value: unknown, isNew: boolean][] = [
    [formatKey, after.format, hasNewFormat],
    [countKey, after.count, after.count !== before.count],
    [ruleCountKey, rules.count(), hasNewFormat || rules.count() !== before.rules.places.count()],
  ]
  return noted.flatMap(([key, value, isNew]) =>
    isNew ? [{ type: 'put', key, value: String(value) }] : [],
  )
}

/** Returns the test for what is in doubt if these changes fail. */
function doubtOf(changes: readonly Change[], rules: RulesDraft): IsInDoubt {
  const { ids, endpoints } = rules.changed()
  const names = new Set(changes.flatMap(namesOf))
  return (wanted) => {
    if ('rule' in wanted) return ids.has(wanted.rule)
    if ('rulesOf' in wanted) return endpoints.has(wanted.rulesOf)
    return names.has(wanted.endpoint)
  }
}
