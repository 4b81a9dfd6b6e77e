// The built package on Bun, which is installed from the registry.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createClient, rawJson } from '@mock-endpoint/core/client'
import { expect, onTestFinished, test } from 'vitest'
import { freshFolder, startDaemon } from './daemon.ts'

const run = promisify(execFile)
const installed = ['--yes', '--package', 'bun@1.4.5', '--', 'bun', '--print', 'process.execPath']
const bun = (await run('npx', installed)).stdout.trim()
const entry = new URL('../../dist/index.js', import.meta.url).href

/** Rejects when the program ends with an error, or does not end by itself. */
function runOnBun(program: string): Promise<{ stdout: string; stderr: string }> {
  const imports = `import { createMockServer } from ${JSON.stringify(entry)}\n`
  const options = { timeout: 45_000, killSignal: 'SIGKILL' } as const
  return run(bun, ['--eval', imports + program], options)
}

test('a mock server on Bun starts, responds, notices disconnects and closes', async () => {
  const { stdout, stderr } = await runOnBun(`
    await using mock = await createMockServer({ endpoints: [{ name: 'orders', data: [1.5] }] })
    const answer = await (await fetch(mock.url('orders'))).json()

    const slow = await mock.add({ name: 'slow', data: 1, delay: 60_000 })
    const client = new AbortController()
    const { signal } = client
    const lost = fetch(slow.url, { method: 'POST', body: '{"id":7}', signal }).catch((e) => e.name)
    const left = slow.waitForRequest({
      where: ({ outcome, json }) => {
        client.abort()
        return outcome === 'aborted' && json.id === 7
      },
    })
    const outcomes = [(await left).outcome, await lost]

    const cancelled = fetch(slow.url).then(({ status }) => status, ({ code }) => code)
    await slow.waitForRequest()
    await mock.close()
    const after = await fetch(mock.url()).catch(({ code }) => code)
    console.log(JSON.stringify({ response: answer, outcomes, cancelled: await cancelled, after }))`)
  expect(JSON.parse(stdout)).toEqual({
    response: [1.5],
    outcomes: ['aborted', 'AbortError'],
    cancelled: 503,
    after: 'ECONNREFUSED',
  })
  expect(stderr).toBe('')
})

test('on Bun, an unclosed mock server does not keep the process alive and is listed', async () => {
  const { stderr } = await runOnBun(`
    const mock = await createMockServer()
    await fetch(mock.url())`)
  expect(stderr).toMatch(/^1 mock server was never closed.*\n.*http:\S* was started here:\n +at /)
})

test('on Bun, SIGTERM ends the daemon after the response in progress', async () => {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  const daemon = await startDaemon({ cwd: path, runtime: [bun] })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  const client = createClient({ url: daemon.url })
  const slow = await client.add({ name: 'slow', data: rawJson('1.50'), delay: 500 })
  // The client keeps its connections open.
  const answer = fetch(slow.url).then((response) => response.text())
  await slow.waitForRequest()
  expect(await daemon.stop()).toBe(0)
  expect(await answer).toBe('1.50')
  expect(daemon.stderr()).toBe('')
})
