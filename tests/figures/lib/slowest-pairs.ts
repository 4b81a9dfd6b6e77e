// Searches for the rules and the request that take longest to match. It changes a slow pair a
// little, keeps the changed one if it is slower, and changes it again.
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../../../packages/core/dist/index.js'
import { createMemoryStore } from '../../../packages/core/dist/memory.js'
import type { Random } from '../../reliability/lib/random.ts'
import { type Genes, type Pair, pairOf } from './rule-pair.ts'

export interface Slow {
  readonly genes: Genes
  /** The start of the rules, target and body. The slowest pair of each kind is kept. */
  readonly kind: string
  /** How long the request took. */
  readonly milliseconds: number
  /** The size of its body and target. */
  readonly bytes: number
  readonly rules: number
  readonly status: number
}

const geneCount = 40
const mostKept = 20

/** Searches for so long, starting from earlier slow pairs. Resolves to the slowest, in order. */
export async function findSlowest(
  before: readonly Genes[],
  random: Random,
  milliseconds: number,
): Promise<readonly Slow[]> {
  const end = performance.now() + milliseconds
  let kept: readonly Slow[] = []
  const consider = async (genes: Genes): Promise<void> => {
    const slow = await measure(genes)
    const others = kept.filter(({ kind }) => kind !== slow.kind)
    const like = kept.find(({ kind }) => kind === slow.kind)
    if (like && like.milliseconds >= slow.milliseconds) return
    kept = [...others, slow].sort(slowestFirst).slice(0, mostKept)
  }
  for (const genes of before) await consider(genes)
  while (performance.now() < end) {
    const parent = random.below(4) === 0 ? undefined : kept[random.below(kept.length)]
    await consider(parent ? changed(parent.genes, random) : fresh(random))
  }
  const again: Slow[] = []
  for (const slow of kept) {
    const { milliseconds } = await measure(slow.genes)
    again.push({ ...slow, milliseconds: Math.min(milliseconds, slow.milliseconds) })
  }
  return again.sort(slowestFirst)
}

function slowestFirst(one: Slow, other: Slow): number {
  return other.milliseconds - one.milliseconds
}

function fresh(random: Random): Genes {
  return Array.from({ length: geneCount }, () => random.below(2 ** 20))
}

function changed(genes: Genes, random: Random): Genes {
  const child = [...genes]
  for (let i = 0; i <= random.below(3); i++) child[random.below(geneCount)] = random.below(2 ** 20)
  return child
}

/** A pair slower than this, in milliseconds, may be worth keeping, so it is measured more often. */
const notable = 30

/** Measures three times, or twelve, and keeps the shortest, as other work only adds time. */
async function measure(genes: Genes): Promise<Slow> {
  const pair = pairOf(genes)
  const ask = await withRules(pair)
  let milliseconds = 0
  let status = 0
  for (let i = 0; ask && i < (milliseconds > notable ? 13 : 4); i++) {
    const start = performance.now()
    status = await ask()
    const took = performance.now() - start
    // The service pauses after work, for half as long. The next request must not wait for that.
    await sleep(took)
    // The first request does not count, because it also reads the rules.
    if (i > 0) milliseconds = i === 1 ? took : Math.min(milliseconds, took)
  }
  const { body, target, whens } = pair
  return {
    genes,
    kind: `${whens[0]?.slice(0, 24)} ${target.slice(0, 12)} ${body.slice(0, 16)}`,
    milliseconds,
    bytes: body.length + target.length,
    rules: whens.length,
    status,
  }
}

/** Returns a function that sends the request, or `undefined` if the rules are refused. */
async function withRules({
  whens,
  target,
  headers,
  body,
}: Pair): Promise<(() => Promise<number>) | undefined> {
  const { fetch } = createApp({ store: createMemoryStore() })
  const rules = whens.map((when, i) => `{"id":"${i}","endpoint":"a","when":${when},"response":{}}`)
  const imported = await fetch(
    new Request('http://localhost/api/import', { method: 'POST', body: `{"rules":[${rules}]}` }),
  )
  const { status } = imported
  await imported.arrayBuffer()
  if (status !== 200) return undefined
  const url = `http://localhost/endpoint/a${target}`
  const bytes = new TextEncoder().encode(body)
  return async () => {
    const request = new Request(url, {
      method: 'POST',
      headers: [...headers.map(([...one]) => one)],
      body: bytes,
    })
    const response = await fetch(request)
    await response.arrayBuffer()
    return response.status
  }
}
