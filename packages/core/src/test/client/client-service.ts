// Helpers of the client suites: how a service is opened, and a client that records its calls.
import { type Client, createClient } from '../../client.ts'
import type { AppOptions, EndpointStore } from '../../index.ts'

/** Options of the service under test. Default of `store`: a new store in memory. */
interface ServiceOptions extends Pick<AppOptions, 'cacheBytes' | 'clock' | 'maxBody' | 'token'> {
  readonly store?: EndpointStore
}

/** A service, and the `fetch` that reaches it. */
export interface Service {
  readonly url: string
  readonly fetch: typeof globalThis.fetch
}

/** Opens a service without endpoints. Tests need not close it. */
export type OpenService = (options?: ServiceOptions) => Promise<Service>

/** A client, and a record of its calls and their responses. */
export interface Connection extends Service {
  readonly client: Client
  /** The calls so far, such as `GET /api/health`. */
  readonly sent: string[]
  /** The bodies of the responses so far. */
  readonly responses: string[]
  /** Resolves to the data that the endpoint serves, as text. */
  read(name: string): Promise<string>
}

/** Connects a client that records its calls to this service. */
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

/** Resolves to the error that a promise rejects with. Rejects if the promise resolves. */
export function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`resolved to ${JSON.stringify(value)}`)
    },
    (error: unknown) => error,
  )
}

/** Resolves to all items of an iterable. Rejects if there are more than 1,000. */
export async function all<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of iterable) {
    items.push(item)
    if (items.length > 1_000) throw new Error('It yields more and more.')
  }
  return items
}
