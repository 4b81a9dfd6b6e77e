import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createReadable } from '../../test/readable-journal.ts'
import { readPage } from './page.ts'

test.each([
  ['found', 600_000],
  ['too late', 20],
  ['given up', 600_000],
  ['closed', 600_000],
])('no listener is left when a wait ends: %s', async (how, wait) => {
  const journal = createReadable()
  const { signal, ...ending } = withSignal()
  const page = readPage(journal, { endpoint: 'orders', wait, count: 2 }, signal)
  await setImmediate()
  expect([journal.subscribed(), getEventListeners(signal, 'abort').length]).toEqual([1, 1])
  journal.arrive('orders')
  if (how === 'found') journal.arrive('orders')
  if (how === 'given up') ending.abort()
  if (how === 'closed') journal.close()
  expect((await page).requests).toHaveLength(how === 'found' ? 2 : 1)
  expect([journal.subscribed(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])
})

test('readPage adds no listener if it need not wait', async () => {
  const journal = createReadable()
  journal.arrive('orders')
  const { signal, abort } = withSignal()
  const pages = [readPage(journal, { wait: 600_000 }, signal), readPage(journal, { count: 2 })]
  abort()
  pages.push(readPage(journal, { wait: 600_000, count: 2 }, signal))
  expect([journal.subscribed(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])
  for (const page of pages) expect((await page).requests).toHaveLength(1)
})

test('a wait may be longer than the maximum of a timer', async () => {
  const journal = createReadable()
  const { signal, abort } = withSignal()
  let isOver = false
  const page = readPage(journal, { wait: Number.POSITIVE_INFINITY }, signal).finally(() => {
    isOver = true
  })
  // A timer over its maximum fires after a millisecond.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isOver).toBe(false)
  abort()
  await page
})

function withSignal(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const ending = new AbortController()
  return { signal: ending.signal, abort: () => ending.abort() }
}
