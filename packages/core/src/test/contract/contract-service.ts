// Helpers of the contract suites: how a service is opened and called, and a check of problems.
import { setImmediate, setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Send } from '../send.ts'

/** Options of the service under test. */
export interface ServiceOptions {
  readonly token?: string
  readonly allowedHosts?: readonly string[]
  readonly allowOrigins?: readonly string[]
  readonly maxBody?: number
}

/** Opens a service without endpoints, with a page at `/`. Tests need not close it. */
export type Open = (options?: ServiceOptions) => Promise<Send>

/** Sends a request for this path. */
export function ask(send: Send, path: string, init?: RequestInit): Promise<Response> {
  return send(new Request(`http://localhost${path}`, init))
}

/** Adds an endpoint. A string is sent as it is, anything else as JSON. */
export function add(send: Send, body: unknown, headers: HeadersInit = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return ask(send, '/api/endpoint/add', { method: 'PUT', body: text, headers })
}

/**
 * Calls `look` until it finds something, at first without pauses. Resolves to `undefined` after
 * fifteen seconds.
 */
export async function lookUntil<Found>(
  look: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (let tries = 0; tries < 250; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await (tries < 100 ? setImmediate() : setTimeout(100))
  }
  return undefined
}

/** Returns the CORS headers of the response. */
export function corsOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))
}

/** Checks that the response is this problem, as of RFC 9457. Resolves to its members. */
export async function expectProblem(
  response: Response,
  status: number,
  code: string,
): Promise<Record<string, unknown>> {
  const body = await response.text()
  expect({ status: response.status, body }).toEqual({
    status,
    body: expect.stringContaining(`"code":"${code}"`),
  })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
  })
  const problem = JSON.parse(body) as Record<string, unknown>
  expect(problem).toMatchObject({
    type: expect.stringMatching(new RegExp(`^https://.*/docs/problems\\.md#${code}$`)),
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
    code,
    success: false,
  })
  return problem
}
