// One spell of load on one contender, and the order of all spells.
import { memoryOf, processorTimeOf } from '../lib/daemon.mjs'
import { measureThroughput } from '../lib/load.mjs'
import { summarize } from '../lib/stats.mjs'
import { expectedOf, startContender } from './contenders.mjs'

const connections = 32
/** Seconds until it is compiled; a second for whom is not named. */
const warmUp = { WireMock: 4 }

/**
 * Starts each contender, warms it up, measures the rounds and ends them all. A plan names its
 * `contenders`, and for each body the `rounds` and the `seconds` of a spell; every other round is
 * in reverse. Resolves to the lists of figures: of each contender, and of each with each body.
 */
export async function measurePlan({ contenders, bodies }, say) {
  const servers = new Map()
  const figures = {}
  const keep = (key, measured) => {
    figures[key] ??= {}
    for (const [name, value] of Object.entries(measured)) {
      figures[key][name] ??= []
      figures[key][name].push(value)
    }
  }
  try {
    for (const contender of contenders) {
      say(`starting ${contender}`)
      const server = await startContender(contender)
      servers.set(contender, server)
      keep(contender, { ready: server.ready })
      await load(contender, server, 'small', warmUp[contender] ?? 1)
    }
    for (const [body, { rounds, seconds }] of Object.entries(bodies)) {
      for (let round = 0; round < rounds; round++) {
        say(`${body} body, round ${round + 1} of ${rounds}`)
        for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
          const server = servers.get(contender)
          keep(`${contender}, ${body}`, await load(contender, server, body, seconds))
        }
      }
    }
    for (const [contender, { pid }] of servers) {
      const { now, peak } = await memoryOf(pid)
      keep(contender, { memory: now, peak })
    }
    return figures
  } finally {
    await Promise.allSettled([...servers.values()].map(({ stop }) => stop()))
  }
}

/** What several plans have found, taken together. */
export function summarizeAll(found) {
  const keys = new Set(found.flatMap((figures) => Object.keys(figures)))
  const ofKey = (key) => {
    const lists = found.flatMap((figures) => figures[key] ?? [])
    const names = Object.keys(lists[0])
    return names.map((name) => [name, summarize(lists.flatMap((list) => list[name]))])
  }
  return Object.fromEntries([...keys].map((key) => [key, Object.fromEntries(ofKey(key))]))
}

async function load(contender, { url, pid }, body, seconds) {
  const expected = expectedOf(contender, body)
  const before = await processorTimeOf(pid)
  const spell = { url: `${url}/${body}`, connections, seconds, expected }
  const { perSecond, total, p99 } = await measureThroughput(spell)
  const processor = (1000 * ((await processorTimeOf(pid)) - before)) / total
  return { perSecond, p99, processor }
}
