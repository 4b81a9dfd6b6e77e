// The web UI as the daemon serves it: its policy and its files, and no other files.
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Daemon, freshFolder, startDaemon } from './daemon.ts'

async function folder(): Promise<string> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  return path
}

async function start(
  cwd: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Daemon> {
  const daemon = await startDaemon({ cwd, args: ['--memory', ...args], env })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  return daemon
}

/** Requests the path exactly as it is written, because `fetch` would resolve its dots. */
function getAsWritten({ url }: Daemon, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, agent: false }, (incoming) => {
      let body = ''
      incoming.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body }))
    })
    outgoing.on('error', reject).end()
  })
}

describe('the web UI', () => {
  test('the web UI is served with its content security policy', async () => {
    const { url } = await start(await folder(), ['--token', 'secret'])
    const { status, headers } = await fetch(url)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-cache')
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/unsafe|\*|data:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test.each([
    ['.js', 'text/javascript; charset=utf-8'],
    ['.css', 'text/css; charset=utf-8'],
    ['.svg', 'image/svg+xml'],
  ])(
    'the %s files of the web UI may be cached for ever and are sent compressed',
    async (end, type) => {
      const daemon = await start(await folder())
      const page = await (await fetch(daemon.url)).text()
      const path = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].find(([, one]) =>
        one?.endsWith(end),
      )?.[1]
      expect(path).toMatch(/^\/static\/[\w-]+-[\w-]{8}\.\w+$/)
      const plain = await fetch(daemon.url + path, { headers: { 'accept-encoding': 'identity' } })
      const text = await plain.text()
      expect(plain.headers.get('content-encoding')).toBeNull()
      for (const coding of ['br', 'gzip']) {
        const sent = await fetch(daemon.url + path, { headers: { 'accept-encoding': coding } })
        expect(sent.headers.get('content-encoding')).toBe(coding)
        expect(sent.headers.get('content-type')).toBe(type)
        expect(sent.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(sent.headers.get('vary')).toBe('accept-encoding')
        expect(await sent.text()).toBe(text)
      }
      for (const [accepted, coding] of [
        ['br;q=0', null],
        ['br;q=0.000, gzip', 'gzip'],
        ['BR ; Q=0.1, gzip;q=0', 'br'],
        ['x-br', null],
      ] as const) {
        const sent = await fetch(daemon.url + path, { headers: { 'accept-encoding': accepted } })
        expect({ accepted, coding: sent.headers.get('content-encoding') }).toEqual({
          accepted,
          coding,
        })
        expect(await sent.text()).toBe(text)
      }
    },
  )

  test.each<[string, Record<string, string>]>([
    ['the process environment', { CLIENT_REPORTING_DSN: 'http://key@127.0.0.1:9/1' }],
    ['.env', {}],
  ])('the web UI gets its reporting DSN from %s', async (where, env) => {
    const cwd = await folder()
    if (where === '.env') {
      await writeFile(join(cwd, '.env'), 'CLIENT_REPORTING_DSN=http://key@127.0.0.1:9/1\n')
    }
    const daemon = await start(cwd, [], env)
    const response = await fetch(daemon.url)
    expect(await response.text()).toContain('content="http://key@127.0.0.1:9/1"')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:9;")
  })

  test('paths outside the files of the web UI get 404', async () => {
    const daemon = await start(await folder())
    const escapes = ['..', '%2e%2e', '%2E%2e', '..%2f..', '%252e%252e'].map(
      (up) => `/static/${up}/${up}/package.json`,
    )
    const paths = ['/static/x', '/static/', '/static/..%5c..%5cpackage.json', '/static//etc/passwd']
    for (const path of [...paths, ...escapes]) {
      const { status, body } = await getAsWritten(daemon, path)
      expect({ path, status }).toEqual({ path, status: 404 })
      expect(JSON.parse(body)).toMatchObject({ code: 'not-found', success: false })
    }
  })
})
