// What forwards the requests of a service.
import type { Forwarder } from '@mock-endpoint/core'

/** Loads what it needs, such as TLS, with the first request: most services forward nothing. */
export function createForwarder(): Forwarder {
  let made: Promise<Forwarder> | undefined
  return async (request) => {
    made ??= import('./node-forwarder.ts').then(({ createNodeForwarder }) => createNodeForwarder())
    return (await made)(request)
  }
}
