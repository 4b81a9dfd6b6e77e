// What a daemon has acknowledged, endpoints and rules, and what it may therefore hold: checked against
// what it answers.
import { createBook, type Value } from './book.ts'
import type { Client } from './calls.ts'

interface Verdict {
  /** How many names and rules were checked. */
  readonly checked: number
  /** Names and rules whose acknowledged data is not there. */
  readonly lost: readonly string[]
  /** Those with data that was never sent, or that was overwritten. */
  readonly altered: readonly string[]
}

export interface Ledger {
  readonly acknowledged: () => number
  readonly refused: () => number
  /** Sends it. Resolves to the status, or to `undefined` when the connection broke. */
  add(client: Client, name: string, data: string): Promise<number | undefined>
  remove(client: Client, name: string): Promise<number | undefined>
  /** The same of a rule, on an endpoint of its own: `endpointOf`. */
  addRule(client: Client, id: string, data: string): Promise<number | undefined>
  removeRule(client: Client, id: string): Promise<number | undefined>
  /** Asks for everything, and takes what it finds for settled. To be called when nothing is under way. */
  check(client: Client): Promise<Verdict>
  /** What each name may hold. */
  possible(): ReadonlyMap<string, readonly Value[]>
  /** What each rule may answer. */
  possibleRules(): ReadonlyMap<string, readonly Value[]>
}

/** The endpoint of a rule. It has no record, so that the rule alone answers. */
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

/** What a rule answers, and what is wrong when the control API tells otherwise: nothing if `said` is ''. */
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
