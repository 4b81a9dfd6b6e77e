// The URL of an endpoint, as its client sees it.
import { originOf } from '../adapters/asked-origin.ts'
import type { Exchange } from './exchange.ts'

/**
 * Returns the URL of the requested endpoint, without a slash at its end. `undefined` when the
 * origin of the request is not known.
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
