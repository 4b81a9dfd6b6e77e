// Runs the real service with converted rules, and sends it requests as a client does.
import { createMock } from '@mock-endpoint/core/mock'
import type { Converted } from '../converted.ts'

export interface Served {
  /** Sends a request such as `GET /endpoint/shop.example/`, with the path `shop.example/`. */
  ask(method: string, path: string): Promise<PlainResponse>
  close(): Promise<void>
}

interface PlainResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly text: string
}

/** Rejects if the service refuses a record. */
export async function serve({ endpoints, rules }: Converted): Promise<Served> {
  const mock = await createMock()
  async function add(path: string, body: string): Promise<void> {
    const response = await mock.fetch(path, { method: 'PUT', body })
    if (!response.ok) throw new Error(`${await response.text()} for ${body}`)
  }
  for (const endpoint of endpoints) await add('/api/endpoint/add', endpoint)
  for (const rule of rules) await add('/api/rule/add', rule)
  return {
    async ask(method, path) {
      const response = await mock.fetch(`/endpoint/${path}`, { method, redirect: 'manual' })
      const bytes = Buffer.from(await response.arrayBuffer())
      return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
    },
    close: () => mock.close(),
  }
}
