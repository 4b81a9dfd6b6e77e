// Records the endpoints and rules that a daemon has acknowledged, and checks its responses against
// what it may therefore hold.
import { createBook, type Value } from './book.ts'
import type { Client } from './calls.ts'

interface Verdict {
  /** Number of names and rules that were checked. */
  readonly checked: number
  /** Names and rules whose acknowledged data is missing. */
  readonly lost: readonly string[]
  /** Names and rules with data that was never sent, or that was overwritten. */
  readonly altered: readonly string[]
}

export interface Ledger {
  readonly acknowledged: () => number
  readonly refused: () => number
  /** Adds an endpoint. Resolves to the status, or to `undefined` if the connection broke. */
  add(client: Client, name: string, data: string): Promise<number | undefined>
  remove(client: Client, name: string): Promise<number | undefined>
  /** Does the same with a rule, on its own endpoint: `endpointOf`. */
  addRule(client: Client, id: string, data: string): Promise<number | undefined>
  removeRule(client: Client, id: string): Promise<number | undefined>
  /** Reads everything, and records it as certain. No other call may be in progress. */
  check(client: Client): Promise<Verdict>
  /** Returns the possible data of each name. */
  possible(): ReadonlyMap<string, readonly Value[]>
  /** Returns the possible data of each rule. */
  possibleRules(): ReadonlyMap<string, readonly Value[]>
}

/** Returns the endpoint of a rule. It has no default response, so that only the rule answers. */
export function endpointOf(id: string): string {
  return `ruled by ${id}`
}

export function createLedger(): Ledger {
  const endpoints = createBook()
  const rules = createBook()

  return {
    acknowledged: () => endpoints.acknowledged() + rules.acknowledged(),
    refused: () => endpoints.refused() + rules.refused(),
    add: (client, name, data) => endpoints.send(name, data, () => client.add(name, data)),
    remove: (client, name) => endpoints.send(name, undefined, () => client.remove(name)),
    addRule: (client, id, data) =>
      rules.send(id, data, () => client.addRule(id, endpointOf(id), data)),
    removeRule: (client, id) => rules.send(id, undefined, () => client.removeRule(id)),
    possible: endpoints.possible,
    possibleRules: rules.possible,
    async check(client) {
      const lost: string[] = []
      const altered: string[] = []
      for (const name of endpoints.keys()) {
        const { status, body } = await client.read(name)
        const found = status === 404 ? undefined : body
        const isSound = endpoints.settle(name, found) && (status === 200 || status === 404)
        if (isSound) continue
        if (found === undefined || status !== 200) lost.push(`${name} (${status})`)
        else altered.push(name)
      }
      for (const id of rules.keys()) {
        const { found, said } = await readRule(client, id)
        if (rules.settle(id, found) && said === '') continue
        if (found === undefined || said !== '') lost.push(`rule ${id} (${said})`)
        else altered.push(`rule ${id}`)
      }
      return { checked: endpoints.keys().length + rules.keys().length, lost, altered }
    },
  }
}

/** Resolves to a rule's response, and to how the control API differs from it, or ''. */
async function readRule(client: Client, id: string): Promise<{ found: Value; said: string }> {
  const endpoint = endpointOf(id)
  const [response, one, list] = await Promise.all([
    client.post(endpoint),
    client.getRule(id),
    client.rulesOf(endpoint),
  ])
  const listed = (JSON.parse(list.body) as { rules: { id: string }[] }).rules.map((rule) => rule.id)
  const found = response.status === 404 ? undefined : response.body
  const expected = found === undefined ? '404 404 ' : `201 200 ${id}`
  const said = `${response.status} ${one.status} ${listed}`
  return { found, said: said === expected ? '' : said }
}
