// `NODE_DEBUG=mock-endpoint`: internal events of a daemon on stderr.
import { expect, onTestFinished, test } from 'vitest'
import { freshFolder, startDaemon } from './daemon.ts'

async function start(env: Readonly<Record<string, string>>) {
  const { path, remove } = await freshFolder()
  const daemon = await startDaemon({ cwd: path, env })
  onTestFinished(async () => {
    await daemon.stop()
    await remove()
  })
  const put = async (what: string, body: string): Promise<void> => {
    const { status } = await fetch(`${daemon.url}/api/${what}/add`, { method: 'PUT', body })
    expect(status).toBe(200)
  }
  await put('endpoint', '{"name":"orders","data":1}')
  await put('rule', '{"id":"off","endpoint":"orders","response":{},"chance":0}')
  await put('rule', '{"id":"posts","endpoint":"orders","when":{"method":"POST"},"response":{}}')
  const secret =
    '{"id":"secret","endpoint":"orders","when":{"headers":{"authorization":"secret"}},"response":{}}'
  await put('rule', secret)
  await fetch(`${daemon.url}/endpoint/orders`)
  return daemon
}

test('NODE_DEBUG=mock-endpoint prints commits, and why each rule does not answer', async () => {
  const daemon = await start({ NODE_DEBUG: 'mock-endpoint' })
  await expect.poll(daemon.stderr).toContain('Rule posts of orders does not answer')
  const lines = daemon
    .stderr()
    .split('\n')
    .map((line) => line.replace(/^MOCK-ENDPOINT \d+: /, ''))
  expect(lines).toContain('Rule posts of orders does not answer: its method is POST, not GET.')
  expect(lines).toContain('Rule off of orders does not answer: its chance is 0.')
  expect(lines.filter((line) => line.startsWith('Committed '))).toHaveLength(4)
  expect(lines).toContain(
    'Rule secret of orders does not answer: its headers.authorization differs.',
  )
})

test('without NODE_DEBUG, the daemon prints nothing to stderr', async () => {
  const daemon = await start({})
  expect(daemon.stderr()).toBe('')
})
