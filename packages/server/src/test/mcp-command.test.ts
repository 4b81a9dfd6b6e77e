// `mock-endpoint mcp` as a process, started by the client of the official SDK, as agents do.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, freshFolder, runDaemon, startDaemonInMemory } from './daemon.ts'
import { programOf } from './program.ts'

async function begin(...args: string[]): Promise<Client> {
  const folder = await freshFolder()
  const [command, words] = programOf(['mcp', ...args])
  const transport = new StdioClientTransport({
    command,
    args: words,
    cwd: folder.path,
    stderr: 'ignore',
  })
  const client = new Client({ name: 'test', version: '1' })
  // The types of the SDK do not support exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0])
  onTestFinished(async () => {
    await client.close()
    await folder.remove()
  })
  return client
}

const orders = { name: 'add_endpoint', arguments: { name: 'orders', data: [1] } }

test('`mcp` uses the daemon at --url, with its token', async () => {
  const daemon = await startDaemonInMemory(['--token', 'secret'])
  onTestFinished(daemon.stop)
  const client = await begin('--url', daemon.url, '--token', 'secret')
  await client.callTool(orders)
  const response = await fetch(`${daemon.url}/endpoint/orders`)
  expect(await response.json()).toEqual([1])
})

test('without a daemon, `mcp` keeps the mocks in memory, at the port where one would be', async () => {
  const port = await freePort()
  const client = await begin('--port', port)
  const url = `http://localhost:${port}/endpoint/orders`
  expect(await client.callTool(orders)).toMatchObject({ structuredContent: { url } })
  expect(await (await fetch(url)).json()).toEqual([1])
  await client.close()
  await expect(fetch(url)).rejects.toThrow()
})

test('when the first of two agents ends, the second goes on at the same URL', async () => {
  const port = await freePort()
  const url = `http://localhost:${port}/endpoint/orders`
  const first = await begin('--port', port)
  const second = await begin('--port', port)
  await second.callTool(orders)
  await first.close()
  const calls = [orders, { name: 'list_mocks', arguments: {} }]
  const [added, listed] = await Promise.all(calls.map((each) => second.callTool(each)))
  expect(added).toMatchObject({ structuredContent: { url } })
  const note = expect.stringMatching(
    `^The daemon at .*:${port} has ended. A new one in memory runs at`,
  )
  expect(added?.content).toContainEqual({ type: 'text', text: note })
  expect(listed).not.toHaveProperty('isError')
  expect(await (await fetch(url)).json()).toEqual([1])
})

test('without a daemon, `mcp` may send and forward to the hosts that it is given', async () => {
  const port = await freePort()
  const client = await begin('--port', port, '--allow-send', '127.0.0.9', '--allow-forward', 'a.b')
  const send = async (to: string): Promise<string> => {
    const webhook = { name: 'send_webhook', arguments: { to, event: 1 } }
    return JSON.stringify(await client.callTool(webhook))
  }
  expect(await send('http://127.0.0.9:1/')).toContain('ECONNREFUSED')
  expect(await send('http://10.0.0.8/')).toContain('--allow-send 10.0.0.8')
  const forward = { endpoint: 'a', response: { forward: 'http://a.b' } }
  expect(await client.callTool({ name: 'add_rule', arguments: forward })).not.toHaveProperty(
    'isError',
  )
})

test('`mcp` answers piped input before it ends', async () => {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  const message = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: orders })
  const args = ['mcp', '--port', await freePort()]
  const { code, stdout } = await runDaemon(args, { cwd: path, input: `${message}\n` })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ id: 7, result: { content: [{ type: 'text' }] } })
})

test('`mcp` ends with 6 and advice when no daemon is at --url', async () => {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  const url = `http://localhost:${await freePort()}`
  expect(await runDaemon(['mcp', '--url', url], { cwd: path })).toMatchObject({
    code: 6,
    stdout: '',
    stderr: expect.stringContaining('Start one with `mock-endpoint`'),
  })
})
