// Concurrent tests with `mock`: each has its own server, two hundred at once.
import { test } from '@mock-endpoint/vitest-plugin'
import { afterAll, describe, expect, test as plain } from 'vitest'

const count = 200
const urls: string[] = []
const waiting: (() => void)[] = []

/** Resolves when every test has called it. */
function allHere(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === count) for (const go of waiting) go()
  })
}

describe.concurrent('two hundred tests at once', () => {
  for (let i = 0; i < count; i++) {
    test(`test ${i} is answered by its own server`, async ({ mock, expect }) => {
      urls.push(mock.url())
      const { url } = await mock.add({ name: 'number', data: i })
      await allHere()
      expect(await (await fetch(url)).json()).toBe(i)
      expect((await mock.health()).endpoints).toBe(1)
    })
  }

  afterAll(async () => {
    const responses = await Promise.allSettled(urls.map((url) => fetch(url)))
    expect(responses.filter(({ status }) => status === 'fulfilled')).toEqual([])
  })
})

plain('they were as many servers as tests', () => {
  expect(new Set(urls).size).toBe(count)
})
