// A service with one rule, for tests.
import { expect, onTestFinished } from 'vitest'
import { createApp } from '../../http/app.ts'
import type { AppOptions } from '../../http/app-options.ts'
import { createMemoryStore } from '../../memory.ts'
import type { RecordedRequest } from '../../model/http/request.ts'

const url = 'http://localhost/endpoint/orders'

export type Call = (method: string, path: string, body?: unknown) => Promise<Response>

interface ServedRule {
  /** Calls the control API. */
  readonly call: Call
  /** Sends a request to the endpoint. */
  readonly fetch: (init?: RequestInit) => Promise<Response>
  readonly requests: () => Promise<RecordedRequest[]>
  readonly stop: () => void
}

/** Serves the endpoint `orders` with this rule. `options` can set the clock, seed and limits. */
export async function serveRule(
  rule: object,
  options: Partial<AppOptions> = {},
): Promise<ServedRule> {
  const stopped = new AbortController()
  const app = createApp({ store: createMemoryStore(), stopped: stopped.signal, ...options })
  const call: Call = async (method, path, body) =>
    app.request(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  await call('PUT', '/api/endpoint/add', { name: 'orders', data: [1] })
  await addRule(call, rule)
  onTestFinished(() => stopped.abort())
  const requests = async (): Promise<RecordedRequest[]> =>
    (
      (await (await call('GET', '/api/request?limit=1000')).json()) as {
        requests: RecordedRequest[]
      }
    ).requests
  const fetch = async (init?: RequestInit): Promise<Response> => app.fetch(new Request(url, init))
  return { call, fetch, requests, stop: () => stopped.abort() }
}

export async function addRule(call: Call, rule: object): Promise<void> {
  const { status } = await call('PUT', '/api/rule/add', { endpoint: 'orders', ...rule })
  expect(status).toBe(200)
}

/** Resolves to the code of a problem. */
export async function codeOf(response: Response | Promise<Response>): Promise<string> {
  return ((await (await response).json()) as { code: string }).code
}
