// Where an endpoint is, as its client sees it.
import { originOf } from '../adapters/asked-origin.ts'
import type { Exchange } from './exchange.ts'

/**
 * The URL of the endpoint that was asked, without a slash at its end; `undefined` when the request does not
 * say whom it asks.
 */
export function endpointUrl({
  workspace: { basePath },
  incoming,
  segment,
}: Pick<Exchange, 'workspace' | 'incoming' | 'segment'>): string | undefined {
  const origin = originOf(incoming)
  if (origin === undefined) return undefined
  return incoming.isAtRoot ? origin : `${origin}${basePath}/endpoint/${segment}`
}
