// Random calls to three services on one Redis, compared with a model: a map of endpoints, a list of
// rules, and a list of requests.
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Daemon, startDaemons } from './test/daemons.ts'
import { type RedisServer, startRedis } from './test/redis-server.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())

/** A rule that answers with its status, `left` more times. A permanent one has infinity there. */
interface ModelRule {
  readonly id: string
  readonly endpoint: string
  readonly status: number
  left: number
}

interface Model {
  readonly endpoints: Map<string, string>
  /** In the order in which they were added. */
  rules: ModelRule[]
  requests: string[]
}

type Call = (model: Model, daemon: Daemon) => Promise<void>

const name = fc.constantFrom('a', 'b', 'c')
const id = fc.constantFrom('r', 's', 't')

const calls: fc.Arbitrary<[who: number, what: string, call: Call]> = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(name, fc.nat(999)).map(([to, data]) => add(to, String(data))),
    },
    { weight: 6, arbitrary: name.map(read) },
    { weight: 1, arbitrary: name.map(remove) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          id,
          name,
          fc.integer({ min: 400, max: 499 }),
          fc.option(fc.integer({ min: 1, max: 3 })),
        )
        .map(([rule, to, status, times]) => addRule(rule, to, status, times)),
    },
    { weight: 1, arbitrary: id.map(removeRule) },
    { weight: 1, arbitrary: fc.constant(clear()) },
    { weight: 1, arbitrary: fc.constant(reset()) },
    { weight: 1, arbitrary: fc.constant(clearRequests()) },
    { weight: 2, arbitrary: fc.constant(list()) },
  )
  .chain(([what, call]) => fc.nat(2).map((who) => [who, what, call]))

type Named = [what: string, call: Call]

function add(to: string, data: string): Named {
  return [
    `add ${to}`,
    async ({ endpoints }, daemon) => {
      expect(await daemon.add(to, data)).toBe(200)
      endpoints.set(to, data)
    },
  ]
}

/** Returns the rule that answers: temporary ones first, oldest first, then others, newest first. */
function answering({ rules }: Model, endpoint: string): ModelRule | undefined {
  const own = rules.filter((rule) => rule.endpoint === endpoint)
  return own.find((rule) => !isPermanent(rule)) ?? own.findLast(isPermanent)
}

function isPermanent({ left }: ModelRule): boolean {
  return left === Number.POSITIVE_INFINITY
}

function read(from: string): Named {
  return [
    `read ${from}`,
    async (model, daemon) => {
      // The journal orders requests by their time in milliseconds.
      await sleep(2)
      const rule = answering(model, from)
      model.requests.push(`/endpoint/${from}`)
      const expected = rule?.status ?? (model.endpoints.has(from) ? 200 : 404)
      if (expected === 200) expect(await daemon.read(from)).toBe(model.endpoints.get(from))
      else expect(await daemon.status(from)).toBe(expected)
      if (rule) rule.left -= 1
      model.rules = model.rules.filter(({ left }) => left > 0)
    },
  ]
}

function remove(from: string): Named {
  return [
    `remove ${from}`,
    async (model, daemon) => {
      const wasThere = model.endpoints.delete(from)
      expect(await daemon.remove(from)).toBe(wasThere ? 200 : 404)
      if (wasThere) model.rules = model.rules.filter(({ endpoint }) => endpoint !== from)
    },
  ]
}

function addRule(rule: string, endpoint: string, status: number, times: number | null): Named {
  return [
    `rule ${rule} of ${endpoint}, ${times ?? 'no'} times`,
    async (model, daemon) => {
      const response = { statusCode: status }
      const given = { id: rule, endpoint, response, ...(times !== null && { times }) }
      expect(await daemon.rule(given)).toBe(200)
      const added = { id: rule, endpoint, status, left: times ?? Number.POSITIVE_INFINITY }
      const at = model.rules.findIndex((each) => each.id === rule)
      const old = model.rules[at]
      // It keeps its place if its endpoint is the same, and it stays temporary or stays permanent.
      if (old?.endpoint === endpoint && isPermanent(old) === isPermanent(added))
        model.rules[at] = added
      else model.rules = [...model.rules.filter((each) => each.id !== rule), added]
    },
  ]
}

function removeRule(rule: string): Named {
  return [
    `remove rule ${rule}`,
    async (model, daemon) => {
      const wasThere = model.rules.some((each) => each.id === rule)
      const { success } = await daemon.call('DELETE', `/api/rule/${rule}`)
      expect(success === true).toBe(wasThere)
      model.rules = model.rules.filter((each) => each.id !== rule)
    },
  ]
}

function clear(): Named {
  return [
    'clear',
    async (model, daemon) => {
      expect(await daemon.clear()).toBe(200)
      model.endpoints.clear()
      model.rules = []
    },
  ]
}

function reset(): Named {
  return [
    'reset',
    async (model, daemon) => {
      await daemon.call('POST', '/api/reset')
      model.requests = []
      model.rules = model.rules.filter(({ left }) => left === Number.POSITIVE_INFINITY)
    },
  ]
}

function clearRequests(): Named {
  return [
    'clear requests',
    async (model, daemon) => {
      await daemon.call('DELETE', '/api/request')
      model.requests = []
    },
  ]
}

function list(): Named {
  return [
    'list',
    async ({ endpoints, rules, requests }, daemon) => {
      const listed = await daemon.call('GET', '/api/request?limit=1000')
      const paths = (listed['requests'] as { path: string }[]).map(({ path }) => path)
      expect(paths).toEqual(requests)
      const { endpoints: found } = await daemon.call('GET', '/api/endpoint')
      const names = (found as { name: string; data: number }[]).map(
        ({ name: each, data }) => `${each} ${data}`,
      )
      expect(names).toEqual([...endpoints].map((pair) => pair.join(' ')).sort())
      expect(await daemon.health()).toMatchObject({ rules: rules.length })
    },
  ]
}

test('three services on one Redis behave like one service', async () => {
  let workspaces = 0
  const seed = Date.now() % 2 ** 31
  const property = fc.asyncProperty(
    fc.array(calls, { maxLength: 60, size: 'max' }),
    async (sequence) => {
      const daemons = await startDaemons(redis.url, 3, { prefix: `model${workspaces++}` })
      try {
        const model: Model = { endpoints: new Map(), rules: [], requests: [] }
        for (const [who, , call] of sequence) await call(model, daemons[who] as Daemon)
      } finally {
        await Promise.all(daemons.map((daemon) => daemon.close()))
      }
    },
  )
  await fc.assert(property, { numRuns: 100, seed })
}, 120_000)
