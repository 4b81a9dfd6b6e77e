// Services that take long to start, one for each set of options, shared by all tests.
import { expect } from 'vitest'
import { ask, type Open, type ServiceOptions } from './contract/contract-service.ts'
import type { Send } from './send.ts'

/** A service that runs outside of the test, such as in another process. */
export interface RunningService {
  readonly send: Send
  readonly stop: () => Promise<unknown>
}

export interface SharedServices {
  /** Opens the service with these options, without endpoints. */
  readonly open: Open
  readonly stop: () => Promise<void>
}

/** Shares services. Each starts when it is first opened. */
export function shareServices(
  start: (options: ServiceOptions) => Promise<RunningService>,
): SharedServices {
  const services = new Map<string, Promise<RunningService>>()
  return {
    async open(options = {}) {
      const key = JSON.stringify(options)
      const service = services.get(key) ?? start(options)
      services.set(key, service)
      const { send } = await service
      const headers = { authorization: `Bearer ${options.token}` }
      const cleared = await ask(send, '/api/endpoint', { method: 'DELETE', headers })
      expect(cleared.status).toBe(200)
      return send
    },
    async stop() {
      await Promise.all([...services.values()].map(async (service) => (await service).stop()))
    },
  }
}
