// Applies the changes of files to a store, and changes nothing else in it.
import {
  type EndpointStore,
  type FileFault,
  type StoreChange,
  StoreError,
} from '@mock-endpoint/core'
import type { RuleInFile } from './contents.ts'
import type { EndpointOfFile, Mocks } from './mocks.ts'

/** Adds and removes the temporary rules of files, which no store keeps. */
export interface NextRules {
  add(rule: string): Promise<void>
  remove(id: string): Promise<void>
}

/** A memory store with the contents of files. */
export interface FilledStore {
  readonly inner: EndpointStore
  /** The names of endpoints that calls have changed since their file was read. */
  readonly changed: Set<string>
  /** Faults of endpoints and rules without room, by endpoint name or `ruleKey`. */
  readonly refused: Map<string, FileFault>
  readonly tell: (change: StoreChange) => void
  /** `undefined` until the service runs. */
  nextRules: NextRules | undefined
}

/** Changes the store from the previous to the current contents of the files. */
export async function applyMocks(filled: FilledStore, before: Mocks, now: Mocks): Promise<void> {
  const renewed = await applyEndpoints(filled, before, now)
  await applyRules(filled, before, now, renewed)
  await retry(filled, now)
}

/** Retries refused endpoints and rules, as there may be room now. Forgets those that are gone. */
async function retry(filled: FilledStore, now: Mocks): Promise<void> {
  const { refused, tell } = filled
  const rules = new Map(now.rules.map((rule) => [ruleKey(rule.id), rule]))
  for (const key of [...refused.keys()]) {
    const found = now.endpoints.get(key)
    const rule = rules.get(key)
    refused.delete(key)
    if (found) await putEndpoint(filled, found)
    else if (rule) await putRules(filled, [rule])
    const name = found?.endpoint.name ?? rule?.endpoint
    if (name !== undefined && !refused.has(key))
      tell({ kind: 'changed', name, hasOtherRules: true })
  }
}

export async function putEndpoint(
  { inner, changed, refused }: FilledStore,
  { endpoint, file }: EndpointOfFile,
): Promise<void> {
  refused.delete(endpoint.name)
  changed.delete(endpoint.name)
  await inner.put(endpoint).catch(refuse(refused, endpoint.name, file))
}

/** Puts the permanent rules. */
export async function putRules(
  { inner, refused }: FilledStore,
  rules: readonly RuleInFile[],
): Promise<void> {
  for (const { id, endpoint, isTemporary, json, file } of rules) {
    if (isTemporary) continue
    refused.delete(ruleKey(id))
    await inner.putRule({ id, endpoint, text: json }).catch(refuse(refused, ruleKey(id), file))
  }
}

/** Adds the temporary rules. */
export async function addNextRules(
  { inner, nextRules }: FilledStore,
  rules: readonly RuleInFile[],
): Promise<void> {
  for (const { id, isTemporary, json } of rules) {
    if (!isTemporary || !nextRules) continue
    // A permanent rule with this id would be removed by the add, which would change the files.
    await inner.removeRule(id)
    await nextRules.add(json)
  }
}

/** Returns the key of a rule in `refused`, which no endpoint has as its name. */
function ruleKey(id: string): string {
  return `rule/${id}`
}

function refuse(
  refused: Map<string, FileFault>,
  what: string,
  file: string,
): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof StoreError)) throw error
    refused.set(what, { file, detail: error.message })
  }
}

/** Resolves to the names of endpoints that lost their rules, removed by the files or by a call. */
async function applyEndpoints(
  filled: FilledStore,
  before: Mocks,
  now: Mocks,
): Promise<ReadonlySet<string>> {
  const { inner, changed, refused, tell } = filled
  const renewed = new Set<string>()
  for (const name of before.endpoints.keys()) {
    if (now.endpoints.has(name)) continue
    renewed.add(name)
    changed.delete(name)
    refused.delete(name)
    await inner.remove(name)
    tell({ kind: 'changed', name, hasOtherRules: true })
  }
  const changedOnes = [...now.endpoints].filter(([name, found]) => {
    return !isSame(before.endpoints.get(name), found)
  })
  // First the endpoints that shrink, to make room for those that grow.
  changedOnes.sort(([a, x], [b, y]) => growth(before, a, x) - growth(before, b, y))
  for (const [name, found] of changedOnes) {
    const isGone = before.endpoints.has(name) && (await inner.get(name)) === undefined
    if (isGone) renewed.add(name)
    await putEndpoint(filled, found)
    tell({ kind: 'changed', name, hasOtherRules: isGone })
  }
  return renewed
}

function growth(before: Mocks, name: string, { endpoint }: EndpointOfFile): number {
  return endpoint.data.length - (before.endpoints.get(name)?.endpoint.data.length ?? 0)
}

/** Replaces all rules of an endpoint together, which keeps their order. */
async function applyRules(
  filled: FilledStore,
  before: Mocks,
  now: Mocks,
  renewed: ReadonlySet<string>,
): Promise<void> {
  const [formerly, wantedNow] = [byEndpoint(before.rules), byEndpoint(now.rules)]
  const names = [...new Set([...formerly.keys(), ...wantedNow.keys()])].filter((name) => {
    return renewed.has(name) || !areSame(formerly.get(name) ?? [], wantedNow.get(name) ?? [])
  })
  // All rules are removed first, because a rule may have moved to another endpoint.
  for (const name of names) await removeRules(filled, formerly.get(name) ?? [], now)
  for (const name of names) {
    const [former = [], wanted = []] = [formerly.get(name), wantedNow.get(name)]
    await putRules(filled, wanted)
    filled.tell({ kind: 'changed', name, hasOtherRules: true })
    const isNew = ({ id, json }: RuleInFile): boolean =>
      !former.some((rule) => rule.id === id && rule.json === json)
    await addNextRules(filled, wanted.filter(isNew))
  }
}

async function removeRules(
  { inner, refused, nextRules }: FilledStore,
  rules: readonly RuleInFile[],
  now: Mocks,
): Promise<void> {
  for (const { id, isTemporary } of rules) {
    refused.delete(ruleKey(id))
    if (!isTemporary) await inner.removeRule(id)
    else if (!now.rules.some((rule) => rule.id === id && rule.isTemporary))
      await nextRules?.remove(id)
  }
}

function isSame(a: EndpointOfFile | undefined, b: EndpointOfFile): boolean {
  if (!a) return false
  const [x, y] = [a.endpoint, b.endpoint]
  return x.data === y.data && x.statusCode === y.statusCode && x.delay === y.delay
}

function areSame(a: readonly RuleInFile[], b: readonly RuleInFile[]): boolean {
  return (
    a.length === b.length && a.every(({ id, json }, i) => id === b[i]?.id && json === b[i]?.json)
  )
}

function byEndpoint(rules: readonly RuleInFile[]): ReadonlyMap<string, readonly RuleInFile[]> {
  const lists = new Map<string, RuleInFile[]>()
  for (const rule of rules) {
    const list = lists.get(rule.endpoint)
    if (list) list.push(rule)
    else lists.set(rule.endpoint, [rule])
  }
  return lists
}
