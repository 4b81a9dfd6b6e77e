// `mock-endpoint send` to receivers on this machine, without a daemon.
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from './command.ts'
import { type Ended, freshFolder, runDaemon } from './daemon.ts'

let folder: Awaited<ReturnType<typeof freshFolder>>
beforeAll(async () => {
  folder = await freshFolder()
})
afterAll(() => folder.remove())

const env = { MOCK_ENDPOINT_URL: 'http://127.0.0.1:1' }

function run(...args: string[]): Promise<Ended> {
  return runCommand(args, { cwd: folder.path, env })
}

interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver that responds with the statuses in turn, and repeats the last one. */
async function receiver(...statuses: number[]) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const { method, url: path, headers } = request
    const nth = received.push({ method, path, headers, body })
    response.writeHead(statuses[Math.min(nth, statuses.length) - 1] ?? 200).end('thanks\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { received, port: (server.address() as AddressInfo).port }
}

describe('send', () => {
  const event = '{"id": 12345678901234567890,  "price": 1.10}'

  test('`send` sends an event byte for byte, with a signature, and prints the response', async () => {
    await writeFile(join(folder.path, 'event.json'), event)
    const { received, port } = await receiver()
    const signing = ['--sign', 'stripe', '--secret', 'whsec_test']
    const ended = await run('send', `localhost:${port}/hooks?a`, '@event.json', ...signing)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(/^attempt 1: 200 OK in [\d.]+ ms\n {2}thanks\n$/)
    expect(received).toMatchObject([{ method: 'POST', path: '/hooks?a', body: event }])
    expect(received[0]?.headers['stripe-signature']).toMatch(/^t=\d+,v1=[\da-f]{64}$/)
  })

  test('`send` takes an event from standard input, as its own process', async () => {
    const { received, port } = await receiver()
    const options = { cwd: folder.path, env, input: event }
    const ended = await runDaemon(['send', `http://localhost:${port}/`], options)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(received).toMatchObject([{ body: event }])
  })

  test('`send` tries again, and ends with 9 when the webhook is not accepted', async () => {
    const taken = await receiver(503, 200)
    const url = `http://localhost:${taken.port}/`
    const retries = ['--attempts', '3', '--backoff', '1ms']
    const ended = await run('send', url, '1', ...retries)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(
      /^attempt 1: 503 Service Unavailable in .* ms\n {2}thanks\nattempt 2: 200 OK in /,
    )
    const { port } = await receiver(500)
    const refused = await run('send', `http://localhost:${port}/`, '1', ...retries)
    expect(refused.code).toBe(9)
    expect(refused.stdout.match(/^attempt/gm)).toHaveLength(3)
    expect(refused.stderr).toBe(
      `mock-endpoint: http://localhost:${port}/ did not take the webhook.\n`,
    )
  })

  test('`send` sends several events with headers, and prints their delivery with --json', async () => {
    const { received, port } = await receiver(200, 500)
    const url = `http://localhost:${port}/`
    const headers = ['--header', 'Accept: a, b', '--header=X-A:1', '--header', 'X-A: 2']
    const ended = await run('send', url, '1', '[2]', ...headers, '--method', 'put', '--json')
    expect(ended.code).toBe(9)
    expect(JSON.parse(ended.stdout)).toMatchObject({ messages: 2, delivered: 1, failed: 1 })
    expect(ended.stderr).toBe(`mock-endpoint: ${url} did not take 1 of 2 webhooks.\n`)
    expect(received).toMatchObject([
      { method: 'PUT', body: '1', headers: { accept: 'a, b', 'x-a': '1, 2' } },
      { method: 'PUT', body: '[2]' },
    ])
    const people = await run('send', url, '1', '2')
    expect(people.stdout).toMatch(/^event 1, attempt 1: 500 .*\n.*\nevent 2, attempt 1: 500 /)
  })

  test('`send` sends a body that is not JSON, signed with any HMAC', async () => {
    const { received, port } = await receiver()
    const sign = '{"scheme":"hmac","header":"X-Sig","prefix":"v1="}'
    const options = ['--body', 'a=b', '--sign', sign, '--secret', 's']
    const type = ['--header', 'content-type: application/x-www-form-urlencoded']
    const ended = await run('send', `localhost:${port}`, ...options, ...type)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(received).toMatchObject([
      {
        body: 'a=b',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-sig': expect.stringMatching(/^v1=[\da-f]{64}$/),
        },
      },
    ])
  })

  test('`send` ends with 9 when nothing listens at the URL', async () => {
    const ended = await run('send', 'localhost:1', '1')
    expect(ended.code).toBe(9)
    expect(ended.stdout).toMatch(/^attempt 1: http:\/\/localhost:1 .*\.\n$/)
  })

  test.each<[line: RegExp, args: string[]]>([
    [/argument 'url'/, []],
    [/\/to must be a URL such as/, ['not a url', '1']],
    [/The argument is not valid JSON.* A text needs its quotes/, ['localhost:1', 'hello']],
    [/A file needs an @: @event\.json\.$/m, ['localhost:1', 'event.json']],
    [/--sign needs --secret, or the variable/, ['localhost:1', '1', '--sign', 'stripe']],
    [/--secret needs --sign/, ['localhost:1', '1', '--secret', 's']],
    [/\/sign\/scheme must be one of/, ['localhost:1', '1', '--sign', 'pgp', '--secret', 's']],
    [/--sign is not valid JSON/, ['localhost:1', '1', '--sign', '{', '--secret', 's']],
    [/--body cannot be used with an event/, ['localhost:1', '1', '--body', 'a']],
    [/--id cannot be used with several events/, ['localhost:1', '1', '2', '--id', 'a']],
    [/--header `a`: expected a header such as/, ['localhost:1', '1', '--header', 'a']],
    [/\/method must be one of/, ['localhost:1', '1', '--method', 'get']],
  ])('`send` refuses invalid arguments with %s', async (line, args) => {
    const ended = await run('send', ...args)
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(line) })
  })
})
