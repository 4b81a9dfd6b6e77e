// A service that forwards to a function, for tests.

import { createFetchForwarder } from '../../forward/fetch-forwarder.ts'
import type { Forwarder, ForwardRequest } from '../../forward/forwarder.ts'
import type { AppOptions } from '../../http/app-options.ts'
import { serveRule } from './served-rule.ts'

const rule = {
  when: { path: '/*' },
  response: { forward: 'https://api.example.com/base' } as object,
}
const allowForward = ['api.example.com']

interface Served extends Awaited<ReturnType<typeof serveRule>> {
  readonly asked: readonly ForwardRequest[]
  /** Whether the last request to the other service was aborted. */
  readonly aborted: () => boolean
}

/** Serves a rule that forwards everything below `orders` to `respond`. */
export async function serveForward(
  respond: (request: Request) => Response | Promise<Response>,
  response: object = {},
  options: Partial<AppOptions> = {},
): Promise<Served> {
  const asked: ForwardRequest[] = []
  let last: AbortSignal | null | undefined
  const forward = createFetchForwarder(async (input, init) => {
    last = init?.signal
    return respond(new Request(input, init))
  })
  const forwarder: Forwarder = (request) => {
    asked.push(request)
    return forward(request)
  }
  const whole = { ...rule, response: { ...rule.response, ...response } }
  const served = await serveRule(whole, { allowForward, forwarder, ...options })
  return { ...served, asked, aborted: () => last?.aborted ?? false }
}

export const never = (): Promise<Response> => new Promise(() => {})
