// The journal of the built daemon: its limits, and the headers that it masks.
import { secretHeaders } from '@mock-endpoint/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMockServer } from '../fixture/mock-server.ts'
import { runCommand } from './command.ts'
import { type Daemon, freshFolder, runDaemon, startDaemon } from './daemon.ts'
import { exchange, last } from './raw-exchange.ts'

async function folder(): Promise<string> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  return path
}

async function start(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Daemon> {
  const daemon = await startDaemon({ cwd: await folder(), args: ['--memory', ...args], env })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  const body = '{"name":"orders","data":1}'
  await fetch(`${daemon.url}/api/endpoint/add`, { method: 'PUT', body })
  return daemon
}

async function read(daemon: Daemon, path: string): Promise<string> {
  return (await fetch(`${daemon.url}/api/request${path}`)).text()
}

interface List {
  readonly requests: readonly Readonly<Record<string, unknown>>[]
  readonly dropped: number
}

interface Page extends List {
  readonly next: string
  readonly more?: boolean
}

/** All recorded requests, read page by page. */
async function list(daemon: Daemon): Promise<List> {
  const requests: List['requests'][number][] = []
  for (let after = ''; ; ) {
    const page = JSON.parse(await read(daemon, `?limit=1000&after=${after}`)) as Page
    requests.push(...page.requests)
    if (!page.more) return { requests, dropped: page.dropped }
    after = page.next
  }
}

/** The text of the event stream up to `count` requests. */
async function readStream({ url }: Daemon, count: number): Promise<string> {
  const end = new AbortController()
  const headers = { accept: 'text/event-stream' }
  const { body } = await fetch(`${url}/api/request`, { headers, signal: end.signal })
  let text = ''
  for await (const chunk of body ?? []) {
    text += new TextDecoder().decode(chunk)
    if (text.split('event: request').length > count && text.endsWith('\n\n')) break
  }
  end.abort()
  return text
}

const cases = [
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => name.replace(/\b\w/g, (letter) => letter.toUpperCase()),
]
const planted = secretHeaders.flatMap((name, i) =>
  cases.map((toCase, j) => ({ name: toCase(name), value: `planted-${i}-${j}-secret` })),
)
const lines = ['Host: localhost', ...planted.map(({ name, value }) => `${name}: ${value}`)]
const requestLines = [
  'GET /endpoint/orders HTTP/1.1',
  'POST /endpoint/orders HTTP/1.1',
  'GET /endpoint/ordrs HTTP/1.1',
  'GET /nowhere HTTP/1.1',
  'GET /api/health HTTP/1.1',
]

async function plant(url: string): Promise<void> {
  for (const line of requestLines) await exchange(url, last(line, lines))
}

describe('the values of secret headers', () => {
  test('secret headers are masked in the journal, and never printed', async () => {
    const daemon = await start()
    await plant(daemon.url)
    await expect.poll(() => daemon.events.length).toBe(2 + requestLines.length)
    const requests = ['requests', '--url', daemon.url]
    const cwd = await folder()
    const shown = {
      list: await read(daemon, ''),
      unmatched: await read(daemon, '?unmatched=true'),
      one: await read(daemon, '/1'),
      stream: await readStream(daemon, 4),
      lines: (await runCommand(requests, { cwd })).stdout,
      records: (await runCommand([...requests, '--json'], { cwd })).stdout,
    }
    for (const [where, text] of Object.entries(shown)) {
      expect({
        where,
        hasRequests: text.includes('/endpoint/orders') || where === 'unmatched',
      }).toEqual({ where, hasRequests: true })
      expect({ where, leaks: /planted|secret/.exec(text) }).toEqual({ where, leaks: null })
    }
    for (const { name } of planted) expect(shown.one).toContain(`["${name}","***"]`)
    expect(await daemon.stop()).toBe(0)
    expect(JSON.stringify(daemon.events) + daemon.stderr()).not.toMatch(/planted|\*\*\*/)
  })

  test('secret headers of responses are masked too, unless --show-secrets is given', async () => {
    const headers = { 'set-cookie': ['a=1', 'b=2'], 'X-Api-Key': 'c', 'x-d': 'd' }
    const rule = JSON.stringify({ endpoint: 'orders', response: { headers } })
    const shown = async (args: readonly string[]): Promise<string[]> => {
      const daemon = await start(args)
      await fetch(`${daemon.url}/api/rule/add`, { method: 'PUT', body: rule })
      await fetch(`${daemon.url}/endpoint/orders`)
      const { response } = JSON.parse(await read(daemon, '/1'))
      return response.headers.slice(-4).map((pair: string[]) => pair.join('='))
    }
    const masked = ['set-cookie=***', 'set-cookie=***', 'x-api-key=***', 'x-d=d']
    expect(await shown([])).toEqual(masked)
    const open = ['set-cookie=a=1', 'set-cookie=b=2', 'x-api-key=c', 'x-d=d']
    expect(await shown(['--show-secrets'])).toEqual(open)
  })

  test('secret headers are in the API with --show-secrets, and still not printed', async () => {
    const daemon = await start(['--show-secrets'])
    await plant(daemon.url)
    for (const text of [await read(daemon, ''), await read(daemon, '/1')]) {
      for (const { name, value } of planted) expect(text).toContain(`["${name}","${value}"]`)
    }
    const stream = await readStream(daemon, 4)
    for (const { value } of planted) expect(stream).toContain(value)
    expect(await daemon.stop()).toBe(0)
    expect(JSON.stringify(daemon.events) + daemon.stderr()).not.toContain('planted')
  })

  test('a mock server in a test records secret headers unmasked', async () => {
    await using server = await createMockServer()
    await server.add({ name: 'orders', data: 1 })
    await plant(server.url())
    const [request] = await server.requests()
    for (const { name, value } of planted) expect(request?.rawHeaders).toContainEqual([name, value])
  })
})

describe('the limits of the journal', () => {
  async function ask({ url }: Daemon, count: number, body?: string): Promise<void> {
    const init = body === undefined ? {} : { method: 'POST', body }
    for (let i = 0; i < count; i++) await (await fetch(`${url}/endpoint/orders`, init)).text()
  }

  test('the default limits are 1,000 requests, 16 MiB and 64 KiB of each body', async () => {
    const daemon = await start()
    await ask(daemon, 1001)
    const { requests, dropped } = await list(daemon)
    expect({ count: requests.length, first: requests[0]?.['id'], dropped }).toEqual({
      count: 1000,
      first: 2,
      dropped: 1,
    })
    await fetch(`${daemon.url}/api/request`, { method: 'DELETE' })
    await ask(daemon, 260, 'x'.repeat(65_537))
    const kept = await list(daemon)
    expect(kept.dropped).toBeGreaterThan(4)
    expect(kept.requests.length).toBeGreaterThan(230)
    expect(String(kept.requests[0]?.['body']).length).toBe(65_536)
    expect(kept.requests[0]).toMatchObject({ bodyBytes: 65_537, bodyTruncated: true })
  })

  test.each<[string, readonly string[], Record<string, string>]>([
    ['flags', ['--journal-requests', '2', '--journal-body', '3b'], {}],
    ['variables', [], { MOCK_ENDPOINT_JOURNAL_REQUESTS: '2', MOCK_ENDPOINT_JOURNAL_BODY: '3' }],
  ])('the limits of the journal come from %s', async (_, args, env) => {
    const daemon = await start(args, env)
    await ask(daemon, 3, 'abcd')
    const body = { body: 'abc', bodyBytes: 4, bodyTruncated: true }
    expect(await list(daemon)).toMatchObject({
      requests: [
        { id: 2, ...body },
        { id: 3, ...body },
      ],
      dropped: 1,
    })
  })

  test('the journal keeps the last request even if it exceeds --journal-bytes', async () => {
    const daemon = await start(['--journal-bytes', '1'])
    await ask(daemon, 3)
    expect(await list(daemon)).toMatchObject({ requests: [{ id: 3 }], dropped: 2 })
  })

  test('--journal-response limits the recorded response bodies, and 0 records no responses', async () => {
    const cut = await start(['--journal-response', '3b'])
    await fetch(`${cut.url}/endpoint/none`)
    const { response } = JSON.parse(await read(cut, '/1'))
    expect(response).toMatchObject({ body: '{"t', bodyTruncated: true })
    const none = await start([], { MOCK_ENDPOINT_JOURNAL_RESPONSE: '0' })
    await ask(none, 1)
    expect(JSON.parse(await read(none, '/1'))).not.toHaveProperty('response')
  })

  test('--journal-body 0 records only the length of a body', async () => {
    const daemon = await start(['--journal-body', '0'])
    await ask(daemon, 1, 'abcd')
    const [request] = (await list(daemon)).requests
    expect(request).toMatchObject({ body: '', bodyBytes: 4, bodyTruncated: true })
  })

  test('with --journal-requests 0, requests are printed but not recorded', async () => {
    const daemon = await start(['--journal-requests', '0'])
    await ask(daemon, 1)
    await fetch(`${daemon.url}/endpoint/ordrs`)
    expect(await list(daemon)).toMatchObject({ requests: [], dropped: 0 })
    await expect.poll(() => daemon.events.length).toBe(5)
    const request = { event: 'request', time: expect.any(String), method: 'GET' }
    const ended = { outcome: 'answered', durationMs: expect.any(Number) }
    expect(daemon.events.slice(2, 4)).toEqual([
      { ...request, path: '/endpoint/orders', statusCode: 200, ...ended },
      { ...request, path: '/endpoint/ordrs', statusCode: 404, ...ended },
    ])
  })

  test.each<[readonly string[], Record<string, string>, RegExp]>([
    [['--journal-requests', 'x'], {}, /--journal-requests `x`: expected a number from 0/],
    [[], { MOCK_ENDPOINT_JOURNAL_BYTES: '0' }, /MOCK_ENDPOINT_JOURNAL_BYTES `0`: expected a size/],
  ])('the daemon with %j %j ends with 2', async (args, env, line) => {
    const ended = await runDaemon(['--memory', ...args], { cwd: await folder(), env })
    expect(ended).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(line) })
  })
})
