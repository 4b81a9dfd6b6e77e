// How long a reply is waited for.
import { expect, test } from 'vitest'
import { within } from './client.ts'
import { inDoubt } from './store-error.ts'

test('what does not settle is given up, but not while there is progress', async () => {
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
