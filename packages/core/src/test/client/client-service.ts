// What the client suites ask of a service: how one is opened, how its client is made and watched.
import { type Client, createClient } from '../../client.ts'
import type { AppOptions, EndpointStore } from '../../index.ts'

/** What the service under test is told. Without a store it has one of its own, in memory. */
interface ServiceOptions extends Pick<AppOptions, 'cacheBytes' | 'clock' | 'maxBody' | 'token'> {
  readonly store?: EndpointStore
}

/** A service, and the `fetch` that reaches it. */
export interface Service {
  readonly url: string
  readonly fetch: typeof globalThis.fetch
}

/** A service without endpoints. Whoever opens it closes it. */
export type OpenService = (options?: ServiceOptions) => Promise<Service>

/** A client, and what passes between it and its service. */
export interface Connection extends Service {
  readonly client: Client
  /** The calls so far, such as `GET /api/health`. */
  readonly sent: string[]
  /** The bodies that were answered, as they came. */
  readonly responses: string[]
  /** The data that the endpoint answers, as text. */
  read(name: string): Promise<string>
}

/** A client of this service. */
export function connect({ url, fetch }: Service, token?: string): Connection {
  const sent: string[] = []
  const responses: string[] = []
  const watched: typeof globalThis.fetch = async (input, init) => {
    sent.push(`${init?.method} ${String(input).slice(url.length)}`)
    const response = await fetch(input, init)
    responses.push(await response.clone().text())
    return response
  }
  const client = createClient({ url, token, fetch: watched })
  const read = async (name: string): Promise<string> => (await fetch(client.url(name))).text()
  return { url, fetch, client, sent, responses, read }
}

/** What a promise rejects with. Fails when it resolves. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`resolved to ${JSON.stringify(value)}`)
    },
    (error: unknown) => error,
  )
}

/** All that an iterable yields. Throws when there is no end to it. */
export async function all<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of iterable) {
    items.push(item)
    if (items.length > 1_000) throw new Error('It yields more and more.')
  }
  return items
}
