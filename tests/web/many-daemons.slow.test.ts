// The web UI of a daemon that shares a Redis with another one.
import { expect, onTestFinished, test } from 'vitest'
import { startRedis } from '../../packages/store-redis/src/test/redis-server.ts'
import { freshFolder, startDaemon } from './lib/daemon.ts'
import { openWatched } from './lib/page.ts'
import { rows, untilLive } from './lib/requests.ts'

test('the live view shows requests to another daemon, and which daemon answered', async () => {
  const redis = await startRedis()
  const { path, remove } = await freshFolder()
  const args = ['--store', redis.url]
  const [a, b] = [await startDaemon({ cwd: path, args }), await startDaemon({ cwd: path, args })]
  onTestFinished(async () => {
    await Promise.all([a.stop(), b.stop()])
    await redis.close()
    await remove()
  })
  const { page, complaints } = await openWatched(a.url)
  await page.goto(`${a.url}/#/requests`)
  await untilLive(page)
  await b.add('{"name":"orders","data":[1]}')
  expect(await b.read('/endpoint/orders')).toBe('[1]')
  await rows(page).first().click()
  const detail = page.locator('.when')
  await expect.poll(() => detail.textContent()).toContain('daemon ')
  expect(await detail.textContent()).toContain(`:${b.process.pid}`)
  // The endpoint that was added at the other daemon is listed, too, without a reload.
  await page.goto(`${a.url}/#/endpoints`)
  await page.getByText('orders').first().waitFor()
  expect(complaints).toEqual([])
})
