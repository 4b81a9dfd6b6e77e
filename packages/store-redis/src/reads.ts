// The reads of a store.
import type { Endpoint, EndpointStore, NameRange, StoredRule } from '@mock-endpoint/core'
import type { Reply } from './link/client.ts'
import type { Link } from './link/link.ts'
import { parse, toEndpoint } from './records.ts'
import type { RuleNames } from './rule-names.ts'
import { recordsScript, ruleScript, rulesScript } from './scripts.ts'

type Reads = Pick<
  EndpointStore,
  'get' | 'list' | 'names' | 'count' | 'getRule' | 'rulesOf' | 'namesWithRules' | 'countRules'
>

/** Maximum number of names in a reply, and of bytes of records. */
const namesAtOnce = 1_000
const bytesAtOnce = 1024 * 1024

export function createReads(link: Link, prefix: string, ruleNames: RuleNames): Reads {
  /** Yields the members of a sorted set in a range, page by page. */
  async function* members(key: string, range: NameRange = {}): AsyncGenerator<readonly string[]> {
    link.check()
    let start = startOf(range)
    for (;;) {
      const bounds = [start, endOf(range), 'BYLEX', 'LIMIT', '0', String(namesAtOnce)]
      const page = texts(await link.command('ZRANGE', prefix + key, ...bounds))
      yield page
      if (page.length < namesAtOnce) return
      start = `(${page.at(-1)}`
    }
  }

  async function rules(endpoint: string): Promise<StoredRule[]> {
    const none = ruleNames.asking(endpoint)
    const found = texts(await link.run(rulesScript, [endpoint]))
    if (found.length === 0) none()
    const rules: StoredRule[] = []
    for (let i = 0; i < found.length; i += 2) {
      rules.push({ id: found[i] ?? '', endpoint, text: found[i + 1] ?? '' })
    }
    return rules
  }

  return {
    async get(name) {
      const record = await link.command('GET', `${prefix}e:${name}`)
      return typeof record === 'string' ? toEndpoint(name, record) : undefined
    },
    async *list(range, onUnreadable) {
      for await (const page of members('names', range)) {
        for (let i = 0; i < page.length; ) {
          const rest = page.slice(i)
          const found = (await link.run(recordsScript, [String(bytesAtOnce), ...rest])) as Reply[]
          i += found.length
          for (const [at, record] of found.entries()) {
            const endpoint = read(rest[at] ?? '', record, onUnreadable)
            if (endpoint) yield endpoint
          }
        }
      }
    },
    names: (range) => members('names', range),
    count: async () => Number(await link.command('ZCARD', `${prefix}names`)),
    async getRule(id) {
      const [endpoint, text] = texts(await link.run(ruleScript, [id]))
      return endpoint === undefined || text === undefined ? undefined : { id, endpoint, text }
    },
    rulesOf(endpoint) {
      link.check()
      return ruleNames.mayHave(endpoint) ? rules(endpoint) : []
    },
    async *namesWithRules(range) {
      for await (const page of members('ruled', range)) yield* page
    },
    countRules(endpoint) {
      link.check()
      if (endpoint === undefined) return link.command('HLEN', `${prefix}rules`).then(Number)
      if (!ruleNames.mayHave(endpoint)) return 0
      return link.command('ZCARD', `${prefix}o:${endpoint}`).then(Number)
    },
  }
}

/** Returns `undefined` for an endpoint that was removed meanwhile or passed to `onUnreadable`. */
function read(
  name: string,
  record: Reply,
  onUnreadable: ((name: string) => void) | undefined,
): Endpoint | undefined {
  if (typeof record !== 'string') return undefined
  if (!onUnreadable) return toEndpoint(name, record)
  const endpoint = parse(name, record)
  if (!endpoint) onUnreadable(name)
  return endpoint
}

/** Returns the start of a range. Names are ordered by their bytes, as in `BYLEX`. */
function startOf({ prefix = '', after }: NameRange): string {
  if (after === undefined) return prefix === '' ? '-' : `[${prefix}`
  const isBehind = Buffer.compare(Buffer.from(after), Buffer.from(prefix)) >= 0
  return isBehind ? `(${after}` : `[${prefix}`
}

/** Returns a bound after all names with this prefix. No byte of a name is 0xff. */
function endOf({ prefix = '' }: NameRange): string | Buffer {
  return prefix === '' ? '+' : Buffer.concat([Buffer.from(`(${prefix}`), Buffer.of(0xff)])
}

function texts(reply: Reply): string[] {
  return (reply as Reply[]).map(String)
}
