// The time limit for a reply.
import { expect, test } from 'vitest'
import { within } from './client.ts'
import { inDoubt } from './store-error.ts'

test('`within` rejects a pending promise only after a whole limit without progress', async () => {
  let looks = 0
  const progress = (): number => {
    looks += 1
    return Math.min(looks, 4)
  }
  await expect(within(new Promise(() => {}), inDoubt, 1, progress)).rejects.toMatchObject({
    kind: inDoubt().kind,
  })
  expect(looks).toBe(5)
})
