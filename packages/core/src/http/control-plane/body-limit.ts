// The largest body of an operation.
import type { AnyOperation } from '../../control/operations.ts'
import type { BodyLimit } from '../adapters/body.ts'

/** Returns the operation's own limit, or otherwise the limit of the service. */
export function bodyLimit({ maxBody }: AnyOperation, ofService: number): BodyLimit {
  if (maxBody !== undefined) return { limit: maxBody, hint: 'send only its options' }
  return limitOfService(ofService)
}

export function limitOfService(limit: number): BodyLimit {
  return { limit, hint: 'send less, or raise it (option maxBody, flag --max-body)' }
}
