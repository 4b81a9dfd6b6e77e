// Helpers of the suites about requests: how a service is opened, and how requests are sent.
import type { Client, ClientOptions, EndpointHandle, ReceivedRequest } from '../../client.ts'
import type { AppOptions, JournalOptions } from '../../index.ts'

export interface RequestsOptions
  extends Pick<ClientOptions, 'token' | 'waitTimeout'>,
    Pick<AppOptions, 'clock'> {
  readonly journal?: Pick<JournalOptions, 'requests'>
}

/** A service, its client, and the `fetch` that reaches its endpoints. */
interface RequestsService {
  readonly client: Client
  readonly fetch: typeof globalThis.fetch
  close(): Promise<void>
}

/** Opens a service without endpoints. Tests need not close it. */
export type OpenRequests = (options?: RequestsOptions) => Promise<RequestsService>

export interface StartedService extends RequestsService {
  readonly orders: EndpointHandle
  /** Posts the body to `orders`, or to another URL. Resolves after the response. */
  ask(body?: string, url?: string): Promise<void>
}

/** Opens a service and adds the endpoint `orders`. */
export async function startRequests(
  open: OpenRequests,
  options: RequestsOptions = {},
): Promise<StartedService> {
  const service = await open(options)
  const { client, fetch } = service
  const orders = await client.add({ name: 'orders', data: [] })
  const ask = async (body = '', url = orders.url): Promise<void> => {
    await (await fetch(url, { method: 'POST', body })).text()
  }
  return { ...service, orders, ask }
}

export function bodies(requests: readonly ReceivedRequest[]): string[] {
  return requests.map(({ text }) => text)
}
