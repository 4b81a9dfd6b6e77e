// Saves, renames, replaces and removes endpoints. A replacement or removal can be undone.
import {
  type Endpoint,
  endpointToJson,
  type ListedRule,
  ruleToJson,
} from '@mock-endpoint/core/client'
import { control, messageOf } from '../../api/control.ts'
import { bringBack, dropDraft } from '../../drafts/kept-drafts.ts'
import { draftsOf, moveRuleDrafts } from '../../rules/form/move-drafts.ts'
import { endpointsOfRules, inOrder, readRules } from '../../rules/list/all-rules.ts'
import { health } from '../../shell/health.ts'
import { say, sayError } from '../../shell/toasts.tsx'
import { refresh } from '../state.ts'
import { endOfChanges, findOrigin } from './origin.ts'

/** Finds it through the list, because a 404 response would show an error on the console. */
export async function findEndpoint(name: string): Promise<Endpoint | undefined> {
  const { endpoints, unreadable = [] } = await control.listEndpoints({ prefix: name, limit: 1 })
  if (unreadable.includes(name)) return control.getEndpoint(name)
  return endpoints.find((endpoint) => endpoint.name === name)
}

interface Change {
  readonly endpoint: Endpoint
  /** The service's current version. If the endpoint gets another name, its rules move with it. */
  readonly before: Endpoint | undefined
  /** The endpoint whose rules the new one gets copies of. */
  readonly copyOf: string | undefined
  /** The endpoint that has this name now and will be replaced. */
  readonly replaced: Endpoint | undefined
  /** Called after a user has undone the replacement. */
  readonly onUndone: () => void
}

/** Saves an endpoint. Resolves to it as it was saved. A replacement of another can be undone. */
export async function save(change: Change): Promise<Endpoint> {
  const { endpoint, before, copyOf, replaced, onUndone } = change
  const old = before?.name === endpoint.name ? undefined : before
  const rules = old ? await rename(old.name, endpoint) : []
  const copied = copyOf === undefined ? 0 : await addCopy(copyOf, endpoint)
  const isImported = old !== undefined || copyOf !== undefined
  const saved = isImported ? endpoint : await control.addEndpoint(endpointToJson(endpoint))
  await refresh()
  if (!replaced) {
    const withRules = copied > 0 ? ` with ${copied} ${copied === 1 ? 'rule' : 'rules'}` : ''
    say(`Saved ${saved.name}${withRules}.`)
    return saved
  }
  const undo = async (): Promise<void> => {
    if (!(await putBack(old ? [replaced, old] : [replaced], rules, saved))) return
    if (old) await moveRuleDrafts(rules, saved.name, old.name)
    onUndone()
  }
  say(`Replaced ${saved.name}.`, () => void undo())
  return saved
}

/** Adds it with its rules in one call, all or nothing. Resolves to the rules as they were. */
async function rename(old: string, endpoint: Endpoint): Promise<readonly ListedRule[]> {
  const rules = await readRules(old)
  await add(
    [endpoint],
    rules.map((rule) => ({ ...rule, endpoint: endpoint.name })),
  )
  await control.removeEndpoint(old).catch((error) => {
    throw new Error(
      `${endpoint.name} is there, but ${old} could not be removed: ${messageOf(error)}`,
    )
  })
  await moveRuleDrafts(rules, old, endpoint.name)
  return rules
}

/** Adds it with copies of another endpoint's rules, all or nothing. Resolves to their number. */
async function addCopy(original: string, endpoint: Endpoint): Promise<number> {
  const rules = await readRules(original)
  await add(
    [endpoint],
    rules.map((rule) => ({ ...rule, id: undefined, endpoint: endpoint.name })),
  )
  return rules.length
}

/** Removes an endpoint with its rules and drafts, and offers an undo that restores all of it. */
export async function remove(name: string): Promise<boolean> {
  try {
    const [endpoint, rules, drafts, origin] = await Promise.all([
      control.getEndpoint(name),
      readRules(name),
      draftsOf(name),
      findOrigin(name),
    ])
    await control.removeEndpoint(name)
    for (const { key } of drafts) dropDraft(key)
    await refresh()
    say(`Removed ${name}${afterRemoval(origin?.file)}`, () => {
      drafts.forEach(bringBack)
      void putBack([endpoint], rules)
    })
    return true
  } catch (error) {
    sayError(error)
    return false
  }
}

/** Returns the end of the message about a removal, for an endpoint from a file or from none. */
function afterRemoval(file: string | undefined): string {
  const files = health.peek()?.files
  if (file === undefined || !files) return '.'
  if (files.saved) return `, from ${file} too.`
  return `. It comes back when ${endOfChanges(files, file)}.`
}

/** A rule as it was listed. One without an id gets a new one. */
type RuleToAdd = Omit<ListedRule, 'id'> & { readonly id: string | undefined }

/** Adds all of them, or nothing. */
async function add(endpoints: readonly Endpoint[], rules: readonly RuleToAdd[]): Promise<void> {
  const texts = [endpoints.map(endpointToJson), inOrder(rules).map(ruleToJson)]
  const [added, ruled] = texts.map((each) => `[${each.join(',')}]`)
  await control.importRecords(`{"endpoints":${added},"rules":${ruled}}`)
}

/**
 * Adds what a change removed, and shows the result. Resolves to whether all endpoints are back.
 * `left` is the endpoint that the change left. What others have added since stays.
 */
async function putBack(
  endpoints: readonly Endpoint[],
  rules: readonly ListedRule[],
  left?: Endpoint,
): Promise<boolean> {
  try {
    const changed = await changedSince(endpoints, left)
    if (changed !== undefined) {
      say(`${changed} was changed elsewhere since, so it stays as it is.`)
      return false
    }
    const owners = rules.length > 0 ? await endpointsOfRules() : new Map<string, string>()
    const free = rules.filter(({ id }) => !owners.has(id) || owners.get(id) === left?.name)
    await add(endpoints, free)
    await refresh()
    const names = endpoints.map(({ name }) => name).join(' and ')
    const lost = rules.filter((rule) => !free.includes(rule)).map(({ id }) => id)
    const without =
      lost.length > 0 ? `, without ${lost.join(', ')}, which others have added since` : ''
    say(`${names} ${endpoints.length > 1 ? 'are' : 'is'} back${without}.`)
    return true
  } catch (error) {
    sayError(error)
    return false
  }
}

/** Resolves to the first of these names whose endpoint is not as a change left it. */
async function changedSince(
  endpoints: readonly Endpoint[],
  left: Endpoint | undefined,
): Promise<string | undefined> {
  const textOf = (endpoint: Endpoint | undefined): string | undefined =>
    endpoint && endpointToJson({ ...endpoint, data: endpoint.data.trim() })
  for (const { name } of endpoints) {
    const expected = left?.name === name ? left : undefined
    if (textOf(await findEndpoint(name)) !== textOf(expected)) return name
  }
  return undefined
}

const mostCopies = 1000

/** Resolves to the first of `orders-copy`, `orders-copy-2` and so on that no endpoint has. */
export async function freeCopyName(name: string): Promise<string> {
  const copy = `${name}-copy`
  const { endpoints } = await control.listSummaries({ search: copy, limit: mostCopies })
  const taken = new Set(endpoints.map((one) => one.name))
  let free = copy
  for (let i = 2; taken.has(free); i++) free = `${copy}-${i}`
  return free
}
