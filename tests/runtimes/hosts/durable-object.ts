// The service in a Durable Object. Every request is passed to the same object.
import type { App } from '@mock-endpoint/core'
import {
  createDurableObjectStore,
  type DurableObjectStorage,
} from '@mock-endpoint/core/durable-object'
import { createService } from './service.ts'

interface Environment {
  readonly OPTIONS: string
  readonly MOCKS: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
}

export class Mocks {
  private readonly app: App

  constructor(state: { readonly storage: DurableObjectStorage }, env: Environment) {
    this.app = createService(env.OPTIONS, createDurableObjectStore(state.storage))
  }

  async fetch(request: Request): Promise<Response> {
    return this.app.fetch(request)
  }
}

export default {
  fetch: (request: Request, { MOCKS }: Environment): Promise<Response> =>
    MOCKS.get(MOCKS.idFromName('mocks')).fetch(request),
}
