import { test } from '@mock-endpoint/vitest-plugin'
import { expect } from 'vitest'

/** The client under test. */
async function untilDone(url: string): Promise<number> {
  for (let asked = 1; ; asked++) {
    const job = (await (await fetch(url)).json()) as { status: string }
    if (job.status === 'done') return asked
  }
}

test('asks until the job is done', async ({ mock }) => {
  const job = await mock.add({ name: 'job', data: null })
  const pending = { data: { status: 'pending' } }
  await job.rule({ responses: [pending, pending, { data: { status: 'done' } }], repeatLast: true })
  expect(await untilDone(job.url)).toBe(3)
  expect(await untilDone(job.url)).toBe(1)
})
