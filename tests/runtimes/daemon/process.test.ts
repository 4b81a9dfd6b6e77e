// The daemon as a process on each runtime: its stored data, the lock of its folder, and its end.
import { once } from 'node:events'
import { connect } from 'node:net'
import { createClient, rawJson } from '@mock-endpoint/core/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type Daemon,
  freshFolder,
  runDaemon,
  startDaemon,
} from '../../../packages/server/src/test/daemon.ts'
import { bun, deno, node } from '../lib/runtimes.ts'

const runtimes = {
  Node: [node(20)],
  Bun: [bun],
  Deno: [deno, 'run', '-A'],
} as const
type RuntimeName = keyof typeof runtimes
const names = Object.keys(runtimes) as RuntimeName[]
const pairs = names.flatMap((one) => names.map((other) => [one, other] as const))

async function folder(): Promise<string> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  return path
}

async function start(name: RuntimeName, cwd: string, ...args: readonly string[]): Promise<Daemon> {
  const daemon = await startDaemon({ cwd, args, runtime: runtimes[name] })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  return daemon
}

const big = rawJson('{"id":12345678901234567890,"price":1.10}')

describe('a data folder', () => {
  test.each(pairs)('a data folder that %s has open is refused to %s', async (one, other) => {
    const cwd = await folder()
    const daemon = await start(one, cwd)
    const { code, stdout, stderr } = await runDaemon(['--port', '0'], {
      cwd,
      runtime: runtimes[other],
    })
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    expect(stderr).toMatch(/^mock-endpoint: [^\n]* is in use by another process[^\n]*\n$/)
    expect((await fetch(`${daemon.url}/api/health`)).status).toBe(200)
  })

  test.each(pairs)('a data folder that %s has filled is read by %s', async (one, other) => {
    const cwd = await folder()
    const first = await start(one, cwd)
    await createClient({ url: first.url }).add({ name: 'orders', data: big })
    expect(await first.stop()).toBe(0)
    const second = await start(other, cwd)
    const answer = await fetch(`${second.url}/endpoint/orders`)
    expect(await answer.text()).toBe('{"id":12345678901234567890,"price":1.10}')
    expect(await second.stop()).toBe(0)
    expect(first.stderr() + second.stderr()).toBe('')
  })
})

describe.each(names)('on %s', (name) => {
  test('kill -9 right after an acknowledged add, 20 times, loses no endpoint', {
    timeout: 60_000,
  }, async () => {
    const cwd = await folder()
    const seen: string[] = []
    for (let round = 0; round < 20; round++) {
      const daemon = await start(name, cwd)
      const client = createClient({ url: daemon.url })
      if (round > 0) seen.push(await (await fetch(`${daemon.url}/endpoint/r${round - 1}`)).text())
      await client.add({ name: `r${round}`, data: rawJson(`${round}.50`) })
      await daemon.stop('SIGKILL')
    }
    expect(seen).toEqual(Array.from({ length: 19 }, (_, round) => `${round}.50`))
    const { url } = await start(name, cwd)
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ endpoints: 20 })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends the daemon only after the response in progress',
    async (signal) => {
      const daemon = await start(name, await folder(), '--memory')
      const client = createClient({ url: daemon.url })
      const slow = await client.add({ name: 'slow', data: big, delay: 500 })
      const answer = fetch(slow.url).then((response) => response.text())
      await slow.waitForRequest()
      expect(await daemon.stop(signal)).toBe(0)
      expect(await answer).toBe('{"id":12345678901234567890,"price":1.10}')
      expect(daemon.stderr()).toBe('')
    },
  )

  test('300 responses that are delayed at once all arrive, none early', async () => {
    const { url } = await start(name, await folder(), '--memory')
    const client = createClient({ url })
    const slow = await client.add({ name: 'slow', data: 1, delay: 500 })
    const took = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const asked = performance.now()
        expect(await (await fetch(slow.url)).text()).toBe('1')
        return performance.now() - asked
      }),
    )
    expect(Math.min(...took)).toBeGreaterThanOrEqual(500)
  })

  test.each(['ends its side', 'is gone'])(
    'a client that %s during a delay, after sending a megabyte, is recorded as aborted',
    async (how) => {
      const { url } = await start(name, await folder(), '--memory')
      const client = createClient({ url })
      const slow = await client.add({ name: 'slow', data: 1, delay: 60_000 })
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
      onTestFinished(() => void socket.destroy())
      await once(socket, 'connect')
      const body = 'x'.repeat(1_000_000)
      socket.write(
        `POST /endpoint/slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      const begun = await slow.waitForRequest()
      expect(begun.bodyBytes).toBe(body.length)
      if (how === 'is gone') socket.destroy()
      else socket.end()
      await expect
        .poll(() => client.requests('slow'))
        .toMatchObject([{ outcome: 'aborted', statusCode: null }])
    },
  )
})
