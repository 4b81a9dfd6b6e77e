// What keeps rules from filling the memory: rooms for their texts, and counts that go with them.
import { expect, test } from 'vitest'
import { createMemoryStore } from '../memory.ts'
import { createNextRules } from './next-rules.ts'
import { createRules, type Rules } from './rules.ts'
import { createUseCounts } from './use-counts.ts'

const mebi = 1024 * 1024

function open(): Rules {
  const store = createMemoryStore({ maxBytes: 1024 * mebi })
  return createRules({ store, afterWrite: (_, write) => write })
}

/** A rule whose text is about so long. */
function ruleOf(length: number, more: object = {}) {
  return { endpoint: 'orders', answer: { body: 'x'.repeat(length) }, ...more }
}

test('small rules that are replaced by large ones get no more room than others', async () => {
  const rules = open()
  for (const [id, times] of [
    ['lasting', undefined],
    ['next', 1],
  ] as const) {
    const most = times === undefined ? 32 : 64
    for (let i = 0; i < 10; i++) await rules.add(ruleOf(1, { id: `${id}${i}`, times }))
    let added = 0
    const replacing = async (): Promise<void> => {
      for (let i = 0; i < 10; i++, added++) {
        await rules.add(ruleOf(9 * mebi, { id: `${id}${i}`, times }))
      }
    }
    await expect(replacing()).rejects.toMatchObject({ code: 'too-many-rules' })
    expect(added).toBe(Math.floor(most / 9))
    // The same again takes no more than it did.
    await rules.add(ruleOf(9 * mebi, { id: `${id}0`, times }))
  }
})

test('a rule that moves to another endpoint counts there', async () => {
  const rules = open()
  for (let i = 0; i < 1000; i++) await rules.add(ruleOf(1))
  await rules.add({ ...ruleOf(1), id: 'mover', endpoint: 'other' })
  const moving = rules.add({ ...ruleOf(1), id: 'mover' })
  await expect(moving).rejects.toMatchObject({ code: 'too-many-rules' })
})

test('of rules that were used up, few large ones are kept', () => {
  const next = createNextRules()
  for (let i = 0; i < 10; i++) {
    const rule = { ...ruleOf(1), id: `${i}`, times: 1 }
    next.add(rule, 2 * mebi)
    const [added] = next.of('orders') ?? []
    if (added) next.use(added)
  }
  const kept = Array.from({ length: 10 }, (_, i) => next.get(`${i}`)?.id)
  expect(kept.filter((id) => id !== undefined)).toEqual(['8', '9'])
  expect(next.get('9')).toMatchObject({ used: 1, left: 0 })
})

test('counts go with their endpoint', () => {
  const counts = createUseCounts()
  const [one, other] = [
    { endpoint: 'a', id: '1' },
    { endpoint: 'b', id: '1' },
  ]
  for (const rule of [one, one, other]) counts.add(rule)
  expect([counts.of(one), counts.of(other)]).toEqual([2, 1])
  counts.clear('a')
  expect([counts.of(one), counts.of(other)]).toEqual([0, 1])
  counts.forget(other)
  expect(counts.of(other)).toBe(0)
})
