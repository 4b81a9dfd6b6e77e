// Where createMockServer() cannot know to which test it belongs, its error names where to call it.
import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { beforeAll, describe, expect, test } from 'vitest'

describe('in beforeAll', () => {
  let starting: Promise<unknown>
  beforeAll(() => {
    starting = createMockServer()
    starting.catch(() => {})
  })

  test('createMockServer() in beforeAll names where to call it', async () => {
    await expect(starting).rejects.toThrowErrorMatchingInlineSnapshot(
      `[Error: Call createMockServer() at the top of the file, in a describe, in beforeEach or in a test, not in beforeAll: there Vitest cannot tell whose server it is.]`,
    )
  })
})

test.concurrent('createMockServer() in a concurrent test names the fixture', async ({ expect }) => {
  await expect(createMockServer()).rejects.toThrowErrorMatchingInlineSnapshot(
    `[Error: In a concurrent test, take \`mock\` from \`import { test } from '@mock-endpoint/vitest-plugin'\` instead of calling createMockServer(): Vitest cannot tell which of them is calling.]`,
  )
})
