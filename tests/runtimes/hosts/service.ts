// The service that each runtime serves, as the contract requires it: in memory, with a web UI.
import { type App, createApp, type EndpointStore } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import type { ServiceOptions } from '../../../packages/core/src/test/contract/contract-service.ts'

/** Creates the service. Its options are JSON, from the settings of the runtime. */
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
