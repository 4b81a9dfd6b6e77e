// Requests that cannot be forwarded to another service.
import { describe, expect, test } from 'vitest'
import { handClock, settle } from '../../test/hand-clock.ts'
import { never, serveForward as serve } from '../../test/rules/served-forward.ts'
import { codeOf } from '../../test/rules/served-rule.ts'
import type { AppOptions } from '../app-options.ts'

function withStatus(status: number, type: ResponseType = 'default'): Response {
  const response = new Response()
  Object.defineProperty(response, 'status', { value: status })
  Object.defineProperty(response, 'type', { value: type })
  return response
}

describe('requests that cannot be forwarded', () => {
  type Case = [
    what: string,
    code: string,
    respond: (request: Request) => Response | Promise<Response>,
    options?: Partial<AppOptions>,
  ]
  test.each<Case>([
    ['a host that is not allowed', 'forward-refused', never, { allowForward: ['example.com'] }],
    ['a service that allows none', 'forward-refused', never, { allowForward: [] }],
    ['what the forwarder throws', 'forward-failed', () => Promise.reject(new Error('no route'))],
    ['a status beyond 599', 'forward-failed', () => withStatus(999)],
    ['a redirect that the runtime hides', 'forward-failed', () => withStatus(0, 'opaqueredirect')],
  ])('a 502 problem is sent and recorded for %s', async (_, code, respond, options = {}) => {
    const reported: unknown[] = []
    const onError = (error: unknown): void => void reported.push(error)
    const { fetch, requests } = await serve(respond, {}, { ...options, onError })
    const response = await fetch({ method: 'POST', body: 'a' })
    expect(response.status).toBe(502)
    const problem = (await response.json()) as Record<string, string>
    expect(problem['code']).toBe(code)
    const status = `mock-endpoint; error=${problem['error']}`
    expect(response.headers.get('proxy-status')).toBe(status)
    expect(await requests()).toMatchObject([{ statusCode: 502, outcome: 'answered' }])
    expect(reported).toEqual([])
  })

  test('a body that is longer than allowed is not forwarded', async () => {
    const { fetch, asked } = await serve(() => new Response(), {}, { maxBody: 2_000_000 })
    const declared = (bytes: number): RequestInit => ({
      method: 'POST',
      body: 'x'.repeat(bytes),
      headers: { 'content-length': String(bytes) },
    })
    expect(await codeOf(fetch(declared(2_000_001)))).toBe('body-too-large')
    expect((await fetch(declared(2_000_000))).status).toBe(200)
    expect(await codeOf(fetch({ method: 'POST', body: 'x'.repeat(1_100_000) }))).toBe(
      'body-too-large',
    )
    expect(asked.map(({ body }) => body?.byteLength)).toEqual([2_000_000])
  })

  test('a body to forward is refused until other bodies have made room for it', async () => {
    const clock = handClock()
    const options = { pendingBytes: 400_000, clock }
    const { fetch } = await serve(() => new Response(), { delay: 10 }, options)
    const large = { method: 'POST', body: 'x'.repeat(60_000) }
    const client = new AbortController()
    const left = fetch({ ...large, signal: client.signal })
    await settle()
    expect(await codeOf(fetch(large))).toBe('too-many-bodies')
    client.abort()
    await left
    const next = fetch(large)
    await settle()
    await clock.fire()
    expect((await next).status).toBe(200)
  })

  test('a WebSocket is not forwarded', async () => {
    const { fetch } = await serve(() => new Response())
    const headers = { upgrade: 'websocket', connection: 'upgrade' }
    expect(await codeOf(fetch({ headers }))).toBe('no-websocket')
  })

  test('a request is refused if as many as allowed are being forwarded', async () => {
    const { fetch, call, requests } = await serve(never, {}, { maxDelayed: 2 })
    const waiting = [fetch(), fetch()]
    await settle()
    expect(await codeOf(fetch())).toBe('too-many-forwarded')
    await call('POST', '/api/reset')
    const codes = await Promise.all(waiting.map(codeOf))
    expect(codes).toEqual(['delay-cancelled', 'delay-cancelled'])
    expect(await requests()).toEqual([])
  })
})
