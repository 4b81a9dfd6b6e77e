// 100,000 endpoints: the list stays quick.
import { expect, test } from 'vitest'
import { hundredThousand, numbered, openMany } from './lib/many.ts'

/** Types a letter into the search, and tells how long the list takes to show what it should. */
function typeAndWait([typed, wanted]: [string, string]): Promise<number> {
  const input = document.querySelector<HTMLInputElement>('.list input')
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  return new Promise((resolve) => {
    const start = performance.now()
    setter?.call(input, typed)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
    const look = (): void => {
      const first = document.querySelector('.list .name')?.textContent
      if (first === wanted) resolve(performance.now() - start)
      else requestAnimationFrame(look)
    }
    look()
  })
}

test(`${hundredThousand} endpoints: the list answers to typing within 100 ms`, async () => {
  const { page } = await openMany()
  for (const i of [7, 42, 999, 12_345, 54_321, 99_999]) {
    const name = numbered(i)
    const times: number[] = []
    for (let round = 0; round < 3; round++) {
      await page.evaluate(typeAndWait, ['', numbered(0)] as [string, string])
      times.push(await page.evaluate(typeAndWait, [name, name] as [string, string]))
    }
    // The best of them: the machine may be busy with something else.
    expect(Math.min(...times), name).toBeLessThan(100)
  }
}, 180_000)
