// The control API in this process: the same operations, inputs and limits as over HTTP, as methods.
import type { Control } from '../../control/control.ts'
import { type AnyOperation, operations } from '../../control/operations.ts'
import { toSegment } from '../../model/segment.ts'
import { byteLength } from '../../model/utf8.ts'
import { bodyTooLarge } from '../body.ts'
import type { Explain } from '../error-reply.ts'
import { bodyLimit } from './body-limit.ts'
import { createEffects, type Effects, type EffectsOptions } from './effects.ts'
import type { Entries } from './queries.ts'

export interface LocalControlOptions extends EffectsOptions {
  /** The largest body, in bytes. */
  readonly maxBody: number
  /** Makes a problem of whatever goes wrong. */
  readonly explain: Explain
}

export function createLocalControl({ maxBody, explain, ...options }: LocalControlOptions): Control {
  const effects = createEffects(options)

  function inputOf(operation: AnyOperation, input: unknown): unknown {
    if (operation.takes === 'query') return toEntries(input as object | undefined)
    // A name that no path can hold is refused, as it is over HTTP.
    if (operation.path.includes('{name}')) toSegment(String(input))
    if (operation.takes !== 'body') return input
    const limit = bodyLimit(operation, maxBody)
    if (isLonger(String(input), limit.limit)) throw bodyTooLarge(limit)
    return input
  }

  function toCall(name: keyof Effects & keyof typeof operations) {
    const run = effects[name] as (input: unknown, signal?: AbortSignal) => unknown
    const { method, path } = operations[name]
    return async (input: unknown, signal?: AbortSignal): Promise<unknown> => {
      try {
        return await run(inputOf(operations[name], input), signal)
      } catch (error) {
        throw explain(error, { method, route: `/api${path}` })
      }
    }
  }

  const names = Object.keys(operations) as (keyof typeof operations)[]
  const calls = Object.fromEntries(names.map((name) => [name, toCall(name)])) as Omit<
    Control,
    'followRequests'
  >
  return {
    ...calls,
    async *followRequests(query, signal) {
      try {
        yield* effects.followRequests(toEntries(query), signal)
      } catch (error) {
        throw explain(error, { method: 'GET', route: '/api/request' })
      }
    },
  }
}

/** The members of a query as texts, as they would be sent. */
function toEntries(query: object = {}): Entries {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as const)
}

/** Whether a text takes more than so many bytes of UTF-8, which are counted only when need be. */
function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes || (3 * text.length > bytes && byteLength(text) > bytes)
}
