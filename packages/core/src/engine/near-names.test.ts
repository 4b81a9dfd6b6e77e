import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../memory.ts'
import { type HandClock, handClock, settle } from '../test/hand-clock.ts'
import { createNearNames } from './near-names.ts'

/** A store that hands out its names when the test says so. */
function heldStore(...names: readonly string[]) {
  const waiting: (() => void)[] = []
  let open = 0
  let opened = 0
  return {
    open: () => open,
    opened: () => opened,
    async *names() {
      open += 1
      opened += 1
      try {
        for (const name of names) {
          await new Promise<void>((resolve) => waiting.push(resolve))
          yield [name]
        }
      } finally {
        open -= 1
      }
    },
    async answer() {
      waiting.shift()?.()
      await settle()
    },
  }
}

/** Lets so many milliseconds pass, one by one. */
async function pass(clock: HandClock, milliseconds: number): Promise<void> {
  for (let i = 0; i < milliseconds; i++) await clock.fire()
}

describe('a store that is slow', () => {
  test('is waited for five milliseconds, and its iterator is closed', async () => {
    const clock = handClock()
    const store = heldStore('orders', 'others')
    const near = createNearNames(store, clock)
    let found: string[] | undefined
    void near('order').then((names) => (found = names))
    await settle()
    await pass(clock, 4)
    expect(found).toBeUndefined()
    await pass(clock, 1)
    expect(found).toEqual([])
    expect([store.open(), clock.pending()]).toEqual([1, 0])
    await store.answer()
    expect([store.open(), store.opened()]).toEqual([0, 1])
  })

  test('gives what it has given by then', async () => {
    const clock = handClock()
    const store = heldStore('orders', 'others')
    const finding = createNearNames(store, clock)('order')
    await settle()
    await store.answer()
    await pass(clock, 5)
    expect(await finding).toEqual(['orders'])
  })

  test('is searched for one name at a time; others go without', async () => {
    const clock = handClock()
    const store = heldStore('orders')
    const near = createNearNames(store, clock)
    const finding = Promise.all([near('order'), near('orderz')])
    await settle()
    expect(store.open()).toBe(1)
    await pass(clock, 5)
    expect(await finding).toEqual([[], []])
    const later = near('order')
    await store.answer()
    expect([store.open(), store.opened()]).toEqual([1, 2])
    for (let i = 0; i < 3; i++) await store.answer()
    expect(await later).toEqual(['orders'])
    expect([store.open(), clock.pending()]).toEqual([0, 0])
  })

  test('that fails is an error for who asked, not for the next', async () => {
    const names = createMemoryStore().names
    let calls = 0
    const broken = async function* (): AsyncGenerator<readonly string[]> {
      calls += 1
      if (calls === 1) throw new Error('no disk')
      yield* names()
    }
    const near = createNearNames({ names: broken }, handClock())
    const [first, second] = await Promise.allSettled([near('order'), near('order')])
    expect(first).toMatchObject({ status: 'rejected', reason: new Error('no disk') })
    expect(second).toMatchObject({ status: 'fulfilled', value: [] })
  })
})

describe('a store in memory', () => {
  test.each([10, 50])('answers %i at once, whatever the time', async (count) => {
    const store = createMemoryStore()
    for (let i = 0; i < 100; i++) {
      await store.put({ name: `orders-of-${i}`, data: '1', statusCode: 200, delay: 0 })
    }
    let now = 0
    const near = createNearNames(store, { ...handClock(), now: () => (now += 1000) })
    const found = await Promise.all(Array.from({ length: count }, () => near('orders-of-3')))
    for (const names of found) expect(names[0]).toBe('orders-of-3')
  })

  test('of long names is compared for five milliseconds', async () => {
    const store = createMemoryStore()
    const start = 'ab'.repeat(120)
    for (let i = 0; i < 200; i++) {
      const name = `${start}${String(i).padStart(5, '0')}`
      await store.put({ name, data: '1', statusCode: 200, delay: 0 })
    }
    let looks = 0
    const clock = { ...handClock(), now: () => looks++ }
    const found = await createNearNames(store, clock)(`${'ba'.repeat(120)}00000`)
    expect(found).toHaveLength(3)
    expect(looks).toBeLessThanOrEqual(8)
    expect(looks).toBeGreaterThan(1)
  })

  test('gives some of its names, however many it has', async () => {
    let read = 0
    const store = {
      async *names({ prefix = '' } = {}) {
        for (let i = 0; i < 5000; i++, read++) yield [`${prefix}${String(i).padStart(200, '0')}`]
      },
    }
    await createNearNames(store, handClock())('orders')
    expect(read).toBe(2 * Math.ceil((64 * 1024) / 200 - 1) - 5)
  })
})
