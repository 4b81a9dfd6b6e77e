import { test } from '@mock-endpoint/vitest-plugin'
import { expect } from 'vitest'

/** The code under test: shows an item at once, and takes it back when it is not saved. */
function createTodos(url: string) {
  let shown: string[] = []
  return {
    shown: () => shown,
    async add(item: string): Promise<void> {
      shown = [...shown, item]
      const { ok } = await fetch(url, { method: 'POST', body: item })
      if (!ok) shown = shown.filter((each) => each !== item)
    },
  }
}

test('shows the item while it is being saved, and takes it back', async ({ mock }) => {
  const saving = await mock.add({ name: 'todos', data: null })
  const gate = await saving.hold('POST')
  const todos = createTodos(saving.url)

  const added = todos.add('buy tea')
  await gate.waitForRequest()
  expect(todos.shown()).toEqual(['buy tea'])

  await gate.release({ statusCode: 409 })
  await added
  expect(todos.shown()).toEqual([])
})
