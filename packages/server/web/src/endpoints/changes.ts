// What is done with endpoints: saved, renamed, replaced, removed, each with a way back.
import { type Endpoint, endpointToJson, type ListedRule } from '@mock-endpoint/core/client'
import { control } from '../api/control.ts'
import { addRules, readRules } from '../rules/all-rules.ts'
import { say, sayError } from '../shell/toasts.tsx'
import { dropDraft, keepDraft, readDraft } from './kept-drafts.ts'
import { refresh } from './state.ts'

/** By a list: a call that answers 404 would be an error on the console. */
export async function findEndpoint(name: string): Promise<Endpoint | undefined> {
  const { endpoints, unreadable = [] } = await control.listEndpoints({ prefix: name, limit: 1 })
  if (unreadable.includes(name)) return control.getEndpoint(name)
  return endpoints.find((endpoint) => endpoint.name === name)
}

interface Change {
  readonly endpoint: Endpoint
  /** What the service has of it until now. Its rules come along when it gets another name. */
  readonly before: Endpoint | undefined
  /** What has its name until now, and goes. */
  readonly replaced: Endpoint | undefined
  /** Is called when somebody has undone the replacement. */
  readonly onUndone: () => void
}

/** Resolves to the endpoint as it was taken. When it replaces another, that can be undone. */
export async function save({ endpoint, before, replaced, onUndone }: Change): Promise<Endpoint> {
  const saved = await control.addEndpoint(endpointToJson(endpoint))
  let rules: readonly ListedRule[] = []
  if (before !== undefined && before.name !== saved.name) {
    rules = await readRules(before.name)
    await addRules(rules, saved.name)
    await control.removeEndpoint(before.name)
  }
  await refresh()
  if (!replaced) {
    say(`Saved ${saved.name}.`)
    return saved
  }
  say(`Replaced ${saved.name}.`, () => {
    const both = before && before.name !== saved.name ? [replaced, before] : [replaced]
    void putBack(both, rules).then(onUndone)
  })
  return saved
}

/** Removes it with its rules and what is unsaved, and offers to put all of it back as it was. */
export async function remove(name: string): Promise<boolean> {
  try {
    const [endpoint, rules, draft] = await Promise.all([
      control.getEndpoint(name),
      readRules(name),
      readDraft(name),
    ])
    await control.removeEndpoint(name)
    dropDraft(name)
    await refresh()
    say(`Removed ${name}.`, () => {
      if (draft) keepDraft(draft)
      void putBack([endpoint], rules)
    })
    return true
  } catch (error) {
    sayError(error)
    return false
  }
}

/** The rules are those of the last one. */
async function putBack(
  endpoints: readonly Endpoint[],
  rules: readonly ListedRule[],
): Promise<void> {
  try {
    for (const endpoint of endpoints) await control.addEndpoint(endpointToJson(endpoint))
    const names = endpoints.map(({ name }) => name)
    await addRules(rules, names.at(-1) ?? '')
    await refresh()
    say(`${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} back.`)
  } catch (error) {
    sayError(error)
  }
}

const mostCopies = 1000

/** The first of `orders-copy`, `orders-copy-2` and so on that no endpoint has. */
export async function freeCopyName(name: string): Promise<string> {
  const copy = `${name}-copy`
  const { endpoints } = await control.listSummaries({ search: copy, limit: mostCopies })
  const taken = new Set(endpoints.map((one) => one.name))
  let free = copy
  for (let i = 2; taken.has(free); i++) free = `${copy}-${i}`
  return free
}
