// The forwarder of a service, loaded when it is needed.
import type { Forwarder } from '@mock-endpoint/core'

/** Loads its modules, such as TLS, on the first request, because most services forward nothing. */
export function createForwarder(): Forwarder {
  let made: Promise<Forwarder> | undefined
  return async (request) => {
    made ??= import('./node-forwarder.ts').then(({ createNodeForwarder }) => createNodeForwarder())
    return (await made)(request)
  }
}
