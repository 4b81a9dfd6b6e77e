// A daemon that is killed during a call of /api/import has all of its records afterwards, or none.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freshFolder, startDaemon } from './daemon.ts'

const count = 10_000
const kills = 8
const body = JSON.stringify({
  endpoints: Array.from({ length: count }, (_, i) => ({ name: `n${i}`, data: 'x'.repeat(100) })),
  rules: Array.from({ length: 500 }, (_, i) => ({ id: `${i}`, endpoint: 'n1', response: {} })),
})

interface Found {
  readonly endpoints: number
  readonly rules: number
}

async function health(url: string): Promise<Found> {
  const { endpoints, rules } = (await (await fetch(`${url}/api/health`)).json()) as Found
  return { endpoints, rules }
}

test('a daemon that is killed during an import has all of its records or none', async () => {
  const { path: cwd, remove } = await freshFolder()
  onTestFinished(remove)
  const call = (url: string) => fetch(`${url}/api/import`, { method: 'POST', body })
  const whole = await startDaemon({ cwd, args: ['--data-dir', 'whole'] })
  const start = performance.now()
  expect((await call(whole.url)).status).toBe(200)
  const took = performance.now() - start
  await whole.stop()
  const seen = new Set<number>()
  // Most of the time passes before the only commit, which comes near the end.
  for (let i = 0; i < kills; i++) {
    const args = ['--data-dir', `killed-${i}`]
    const daemon = await startDaemon({ cwd, args })
    const importing = call(daemon.url).then(
      ({ status }) => status,
      () => undefined,
    )
    // The last daemon is killed after its response.
    await (i === kills - 1
      ? importing
      : Promise.race([importing, sleep(took * (0.2 + (1.5 * i) / kills))]))
    await daemon.stop('SIGKILL')
    const status = await importing
    const again = await startDaemon({ cwd, args })
    const found = await health(again.url)
    seen.add(found.endpoints)
    expect(found).toEqual(
      found.endpoints === 0 ? { endpoints: 0, rules: 0 } : { endpoints: count, rules: 500 },
    )
    if (status === 200) expect(found.endpoints).toBe(count)
    await again.stop()
  }
  expect([...seen].sort()).toEqual([0, count])
}, 120_000)
