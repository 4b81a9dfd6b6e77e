// The built daemon with endpoints on their own ports.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from './command.ts'
import {
  type Daemon,
  type DaemonOptions,
  freePort,
  freshFolder,
  runDaemon,
  startDaemon,
} from './daemon.ts'

interface Served {
  readonly daemon: Daemon
  readonly cwd: string
  /** The origin of an endpoint. */
  at(name: string): string
}

async function serve(
  args: readonly string[],
  options: Partial<DaemonOptions> = {},
): Promise<Served> {
  const { path: cwd, remove } = await freshFolder()
  onTestFinished(remove)
  const daemon = await startDaemon({ cwd, args: ['--memory', ...args], ...options })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  const { origins } = daemon.events[0] as { origins: Readonly<Record<string, string>> }
  return { daemon, cwd, at: (name) => origins[name] ?? '' }
}

async function add({ daemon: { url } }: Served, record: object): Promise<void> {
  const path = 'response' in record ? '/api/rule/add' : '/api/endpoint/add'
  const response = await fetch(url + path, { method: 'PUT', body: JSON.stringify(record) })
  expect(await response.json()).toMatchObject({ success: true })
}

async function text(url: string, init?: RequestInit): Promise<string> {
  return (await fetch(url, init)).text()
}

test('--serve opens a port for an endpoint, even if the endpoint does not exist yet', async () => {
  const served = await serve(['--serve', 'stripe=0', '--serve', 'a b=0'])
  await add(served, { name: 'stripe', data: { root: true } })
  await add(served, {
    endpoint: 'stripe',
    when: { method: 'POST', path: '/v1/charges' },
    response: { statusCode: 201, data: 'charged' },
  })
  expect(await text(served.at('stripe'))).toBe('{"root":true}')
  expect(await text(`${served.at('stripe')}/v1/charges`, { method: 'POST' })).toBe('"charged"')
  expect(await text(`${served.at('stripe')}/api/health`)).toContain('"code":"no-rule-matches"')
  expect(await text(served.at('a b'))).toContain(
    `PUT ${served.daemon.url}/api/endpoint/add makes one.`,
  )
})

test('the start line, health, `status` and `list` include the port of an endpoint', async () => {
  const port = await freePort()
  const served = await serve([], { env: { MOCK_ENDPOINT_SERVE: `orders=${port}` } })
  const { daemon, cwd, at } = served
  await add(served, { name: 'orders', data: [] })
  const origin = `http://localhost:${port}`
  expect(at('orders')).toBe(origin)
  expect(JSON.parse(await text(`${daemon.url}/api/health`))).toMatchObject({
    origins: { orders: origin },
  })
  const print = async (command: string): Promise<string> =>
    (await runCommand([command, '--url', daemon.url], { cwd })).stdout
  expect(await print('status')).toContain(`\norders is at ${origin}\n`)
  expect(await print('list')).toBe(`orders at ${origin} 200 OK []\n`)
})

test('requests to the port of an endpoint are printed and recorded as its requests', async () => {
  const served = await serve(['--serve', 'orders=0'])
  await add(served, { name: 'orders', data: [] })
  await text(`${served.at('orders')}/?a=1`)
  await text(`${served.at('orders')}/7`)
  const printed = (): unknown[] =>
    served.daemon.events.flatMap(({ event, path, endpoint }) => {
      return event === 'request' && endpoint !== undefined ? [path] : []
    })
  await expect.poll(printed).toEqual(['/endpoint/orders?a=1', '/endpoint/orders/7'])
  const { requests } = JSON.parse(await text(`${served.daemon.url}/api/request`)) as {
    requests: readonly object[]
  }
  expect(requests).toMatchObject([
    { endpoint: 'orders', path: '/endpoint/orders', query: 'a=1' },
    { endpoint: null, path: '/endpoint/orders/7' },
  ])
})

test('stopping the daemon waits for a response in progress on the port of an endpoint', async () => {
  const served = await serve(['--serve', 'slow=0'])
  await add(served, { name: 'slow', data: 'in the end', delay: 700 })
  const answer = text(served.at('slow'))
  const requests = `${served.daemon.url}/api/request?limit=1`
  await expect.poll(() => text(requests)).toContain('pending')
  expect(await served.daemon.stop('SIGTERM')).toBe(0)
  expect(await answer).toBe('"in the end"')
})

test('files set the ports of endpoints, and with --watch a change of the files moves them', async () => {
  const { path: cwd, remove } = await freshFolder()
  onTestFinished(remove)
  const file = join(cwd, 'mock-endpoint.json')
  const [one, other] = [await freePort(), await freePort()]
  const write = (serve: object): Promise<void> =>
    writeFile(file, JSON.stringify({ endpoints: [{ name: 'orders', data: [1] }], serve }))
  await write({ orders: Number(one) })
  const daemon = await startDaemon({ cwd, args: ['.', '--watch'] })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  expect(daemon.events[0]).toMatchObject({ origins: { orders: `http://localhost:${one}` } })
  expect(await text(`http://localhost:${one}`)).toBe('[1]')
  await write({ orders: Number(other) })
  const read = (port: string): Promise<string> => text(`http://localhost:${port}`).catch(() => '')
  await expect.poll(() => read(other)).toBe('[1]')
  expect(await read(one)).toBe('')
  // A port with a fault stays as it was, and the others are opened.
  await write({ orders: 99_999, second: Number(one) })
  await expect.poll(() => read(one)).toContain('There is no endpoint `second`.')
  expect(daemon.stderr()).toContain('The port of `orders` must be an integer')
  expect(await read(other)).toBe('[1]')
  await write({ orders: Number(new URL(daemon.url).port), second: Number(one) })
  await expect.poll(daemon.stderr).toContain('is used by this daemon already')
  await expect.poll(() => read(other)).toBe('')
  expect(await read(one)).toContain('There is no endpoint `second`.')
})

describe('the daemon does not start', () => {
  test.each([
    [
      'orders',
      '--serve `orders`: expected the name of an endpoint and a port, such as orders=16541.',
    ],
    ['orders=x', '--serve `orders=x`: expected a port from 0 to 65535.'],
    ['a/b=0', 'No endpoint has the name "a/b": it must not hold / or \\.'],
  ])('the daemon does not start with --serve %s', async (given, message) => {
    const { path: cwd, remove } = await freshFolder()
    onTestFinished(remove)
    const ended = await runDaemon(['--memory', '--port', '0', '--serve', given], { cwd })
    expect(ended).toEqual({ code: 2, stdout: '', stderr: `mock-endpoint: ${message}\n` })
  })

  test('the daemon does not start with its own port as that of an endpoint', async () => {
    const { path: cwd, remove } = await freshFolder()
    onTestFinished(remove)
    const port = await freePort()
    const args = ['--memory', '--port', port, '--serve', `a=${port}`]
    const { code, stderr } = await runDaemon(args, { cwd })
    expect([code, stderr]).toEqual([
      2,
      `mock-endpoint: Port ${port} is used by this daemon already: choose another with --serve a= (0 takes any free one).\n`,
    ])
  })

  test('the daemon does not start when the port of an endpoint is in use, and frees its own', async () => {
    const { daemon, cwd } = await serve(['--serve', 'a=0'])
    const { port: taken } = new URL(daemon.url)
    const port = await freePort()
    const args = ['--memory', '--port', port, '--serve', `a=${taken}`]
    const { code, stderr } = await runDaemon(args, { cwd })
    expect([code, stderr]).toEqual([
      2,
      `mock-endpoint: Port ${taken} is in use. Stop what uses it, or choose another with --serve a= (0 takes any free one).\n`,
    ])
    await expect(fetch(`http://localhost:${port}`)).rejects.toThrow()
  })
})
