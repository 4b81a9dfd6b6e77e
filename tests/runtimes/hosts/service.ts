// The service that each runtime serves, as the contract wants it: in memory, with a web UI.
import { type App, createApp, type EndpointStore } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import type { ServiceOptions } from '../../../packages/core/src/test/contract/contract-service.ts'

/** Its options come as JSON, by whatever way the runtime takes settings. */
export function createService(
  options: string | undefined,
  store: EndpointStore = createMemoryStore(),
): App {
  return createApp({
    ...(JSON.parse(options ?? '{}') as ServiceOptions),
    store,
    web: () => new Response('the web UI'),
  })
}
