import { test } from '@mock-endpoint/vitest-plugin'
import { expect } from 'vitest'

/** The client under test. */
async function allOrders(url: string): Promise<number[]> {
  const orders: number[] = []
  for (let page: number | null = 1; page !== null; ) {
    const list = (await (await fetch(`${url}?page=${page}`)).json()) as Page
    orders.push(...list.items)
    page = list.next
  }
  return orders
}

interface Page {
  items: number[]
  next: number | null
}

test('reads page after page', async ({ mock }) => {
  const orders = await mock.add({ name: 'orders', data: { items: [1, 2], next: 2 } })
  await orders.when({ query: { page: '2' } }, { data: { items: [3, 4], next: 3 } })
  await orders.when({ query: { page: '3' } }, { data: { items: [5], next: null } })
  expect(await allOrders(orders.url)).toEqual([1, 2, 3, 4, 5])
})
