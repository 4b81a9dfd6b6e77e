// The mock service in a Durable Object, which keeps endpoints and resolves waits for requests.
import { DurableObject } from 'cloudflare:workers'
import { type App, createApp } from '@mock-endpoint/core'
import { createDurableObjectStore } from '@mock-endpoint/core/durable-object'

export class Mocks extends DurableObject {
  private readonly app: App = createApp({ store: createDurableObjectStore(this.ctx.storage) })

  override fetch(request: Request) {
    return this.app.fetch(request)
  }
}

export default {
  fetch: (request: Request, env: { MOCKS: DurableObjectNamespace }) =>
    env.MOCKS.getByName('mocks').fetch(request),
}
