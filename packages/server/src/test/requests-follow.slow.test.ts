// `mock-endpoint requests --follow`: live requests, over lost connections and restarts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Daemon, freshFolder, startDaemon } from './daemon.ts'
import { serveForeign } from './foreign-server.ts'
import { programOf } from './program.ts'

async function folder(): Promise<string> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  return path
}

async function start(...args: readonly string[]): Promise<Daemon> {
  const daemon = await startDaemon({ cwd: await folder(), args: ['--memory', ...args] })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  for (const [name, delay] of Object.entries({ a: 0, late: 1500, slow: 60_000 })) {
    const body = JSON.stringify({ name, data: 1, delay })
    await fetch(`${daemon.url}/api/endpoint/add`, { method: 'PUT', body })
  }
  return daemon
}

async function ask({ url }: Daemon, path: string): Promise<void> {
  await (await fetch(url + path)).text()
}

interface Following {
  /** The requests that it has printed, as `path outcome`. */
  readonly requests: () => string[]
  readonly stderr: () => string
  readonly closeOutput: () => void
  stop(signal: NodeJS.Signals): Promise<number | null>
  readonly ended: Promise<number | null>
}

async function follow(url: string, ...args: readonly string[]): Promise<Following> {
  const child = spawn(...programOf(['requests', '--follow', '--json', '--url', url, ...args]), {
    cwd: await folder(),
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    requests: () =>
      stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => {
          const { path, outcome } = JSON.parse(line) as { path: string; outcome: string }
          return `${path} ${outcome}`
        }),
    stderr: () => stderr,
    closeOutput: () => child.stdout.destroy(),
    stop(signal) {
      child.kill(signal)
      return ended
    },
    ended,
  }
}

/** A proxy between a follower and a daemon. `cut` ends its connections. */
async function openProxy(target: string): Promise<{ url: string; cut: () => void }> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((near) => {
    const { hostname, port } = new URL(target)
    const far = connect(Number(port), hostname)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut }
}

test('each request is printed once, when it has ended, also after a restart of the daemon', async () => {
  const daemon = await start()
  await ask(daemon, '/endpoint/a?n=1')
  const following = await follow(daemon.url)
  await expect.poll(following.requests).toEqual(['/endpoint/a answered'])
  const slow = new AbortController()
  const left = fetch(`${daemon.url}/endpoint/slow`, { signal: slow.signal }).catch(() => 'left')
  await expect
    .poll(async () => (await fetch(`${daemon.url}/api/request`)).text())
    .toContain('pending')
  await ask(daemon, '/endpoint/b')
  const two = ['/endpoint/a answered', '/endpoint/b unmatched']
  await expect.poll(following.requests).toEqual(two)
  slow.abort()
  expect(await left).toBe('left')
  const three = [...two, '/endpoint/slow aborted']
  await expect.poll(following.requests).toEqual(three)

  expect(following.stderr()).toBe('')
  // The daemon is still completing this response when the follower tries again.
  const late = fetch(`${daemon.url}/endpoint/late`)
  await expect.poll(async () => (await fetch(`${daemon.url}/api/request/4`)).status).toBe(200)
  await daemon.stop()
  expect((await late).status).toBe(200)
  const gone = `mock-endpoint: ${daemon.url} cannot be followed now (The service ended the stream); trying again every second.\n`
  await expect.poll(following.stderr).toBe(gone)
  const again = await start('--port', new URL(daemon.url).port)
  await ask(again, '/endpoint/c')
  await expect.poll(following.requests).toEqual([...three, '/endpoint/c unmatched'])
  expect(following.stderr()).toBe(gone)
  await again.stop()
  await expect.poll(following.stderr).toBe(gone + gone)
  expect(await following.stop('SIGINT')).toBe(0)
})

test('a lost connection loses no request and repeats none', async () => {
  const daemon = await start()
  const { url, cut } = await openProxy(daemon.url)
  const following = await follow(url)
  await ask(daemon, '/endpoint/1')
  await expect.poll(following.requests).toEqual(['/endpoint/1 unmatched'])
  cut()
  await ask(daemon, '/endpoint/2')
  const both = ['/endpoint/1 unmatched', '/endpoint/2 unmatched']
  await expect.poll(following.requests).toEqual(both)
  await fetch(`${daemon.url}/api/request`, { method: 'DELETE' })
  await ask(daemon, '/endpoint/3')
  await expect.poll(following.requests).toEqual([...both, '/endpoint/3 unmatched'])
  expect(following.stderr()).toMatch(/^mock-endpoint: \S+ cannot be followed now [^\n]+\n$/)
  expect(await following.stop('SIGTERM')).toBe(0)
})

test('with --endpoint, only one endpoint is followed', async () => {
  const daemon = await start()
  const following = await follow(daemon.url, '--endpoint', 'a')
  for (const path of ['/endpoint/b', '/endpoint/a?1', '/nowhere', '/endpoint/a?2']) {
    await ask(daemon, path)
  }
  const twice = ['/endpoint/a answered', '/endpoint/a answered']
  await expect.poll(following.requests).toEqual(twice)
})

test('`requests --follow` waits for a daemon that does not run yet, with one line', async () => {
  const { url, stop } = await start()
  await stop()
  const following = await follow(url)
  const line = `mock-endpoint: ${url} cannot be followed now (ECONNREFUSED); trying again every second. Start a daemon with \`mock-endpoint\`.\n`
  await expect.poll(following.stderr).toBe(line)
  const daemon = await start('--port', new URL(url).port)
  await ask(daemon, '/endpoint/a')
  await expect.poll(following.requests).toEqual(['/endpoint/a answered'])
  expect(following.stderr()).toBe(line)
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends `requests --follow` with 0 while it waits for a daemon',
  async (signal) => {
    const { url, stop } = await start()
    await stop()
    const following = await follow(url)
    await expect.poll(following.stderr).toContain('ECONNREFUSED')
    expect(await following.stop(signal)).toBe(0)
  },
)

test('`requests --follow` ends with 0 when its output is closed', async () => {
  const daemon = await start()
  const following = await follow(daemon.url)
  await ask(daemon, '/endpoint/a')
  await expect.poll(following.requests).toHaveLength(1)
  following.closeOutput()
  await ask(daemon, '/endpoint/a')
  expect(await following.ended).toBe(0)
})

test('repeated failures to follow a daemon print only one line', async () => {
  let asked = 0
  const url = await serveForeign((_, outgoing) => {
    asked += 1
    outgoing.writeHead(502).end()
  })
  const following = await follow(url)
  await expect.poll(() => asked).toBe(3)
  expect(following.stderr()).toMatch(/^mock-endpoint: \S+ cannot be followed now [^\n]+\n$/)
})

test('events are read from pieces of any size, and dropped requests are reported', async () => {
  const record = (path: string): string => JSON.stringify({ path, outcome: 'answered' })
  const asked: unknown[] = []
  const url = await serveForeign(async (incoming, outgoing) => {
    asked.push(incoming.headers['last-event-id'])
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    const events = [
      'retry: 1000',
      ':',
      `event: request\nid: x-1\ndata: ${record('/ä\u2028😀')}`,
      'event: lagged\ndata: {"dropped":3}',
      'event: cleared\nid: x-7\ndata: {}',
    ]
    const bytes = Buffer.from(`${events.join('\n\n')}\n\nevent: request\nid: x-8\ndata: {"path`)
    for (const byte of bytes) {
      outgoing.write(Buffer.of(byte))
      // Each byte is sent before the next one is written.
      await setImmediate()
    }
    if (asked.length < 2) outgoing.end()
  })
  const following = await follow(url)
  const one = '/ä\u2028😀 answered'
  await expect.poll(following.requests).toEqual([one, one])
  expect(asked).toEqual([undefined, 'x-7'])
  await expect.poll(() => following.stderr().split('\n').length).toBe(4)
  const missed = 'mock-endpoint: Some requests were dropped before they were shown.'
  const [first, second, third] = following.stderr().split('\n')
  expect([first, third]).toEqual([missed, missed])
  expect(second).toContain('(The service ended the stream)')
})

test('a daemon at its limit of event streams is tried again', async () => {
  const daemon = await start()
  const end = new AbortController()
  onTestFinished(() => end.abort())
  const headers = { accept: 'text/event-stream' }
  // Kept, because the stream of a response ends when the response is garbage-collected.
  const streams: Response[] = []
  for (let i = 0; i < 16; i++) {
    streams.push(await fetch(`${daemon.url}/api/request`, { headers, signal: end.signal }))
  }
  const following = await follow(daemon.url)
  const line = /cannot be followed now \(16 event streams are open already; close one\); trying/
  await expect.poll(following.stderr).toMatch(line)
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  end.abort()
  await ask(daemon, '/endpoint/a')
  await expect.poll(following.requests).toEqual(['/endpoint/a answered'])
})
