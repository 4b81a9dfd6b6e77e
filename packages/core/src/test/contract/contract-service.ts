// What the contract suites ask of a service: how one is opened, how it is asked, what a problem is.
import { setImmediate, setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Send } from '../send.ts'

/** What the service under test is told. */
export interface ServiceOptions {
  readonly token?: string
  readonly allowedHosts?: readonly string[]
  readonly allowOrigins?: readonly string[]
  readonly maxBody?: number
}

/** A service in memory with these options and without endpoints, which has a page at `/`. Whoever opens it closes it. */
export type Open = (options?: ServiceOptions) => Promise<Send>

/** Asks for a path. */
export function ask(send: Send, path: string, init?: RequestInit): Promise<Response> {
  return send(new Request(`http://localhost${path}`, init))
}

/** Calls the add operation with this body: a text as it stands, anything else as JSON. */
export function add(send: Send, body: unknown, headers: HeadersInit = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return ask(send, '/api/endpoint/add', { method: 'PUT', body: text, headers })
}

/**
 * Looks again until there is something: at once for a while, then after pauses. Resolves to
 * `undefined` after fifteen seconds.
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

/** The headers of the response that belong to CORS. */
export function corsOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))
}

/** Checks that the response is this problem, as RFC 9457 has it. Resolves to its members. */
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
