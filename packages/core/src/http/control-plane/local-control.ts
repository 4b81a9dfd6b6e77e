// The control API as methods in this process: the same operations, inputs and limits as over HTTP.
import type { Control, DeliveryWait, OperationName, Release } from '../../control/control.ts'
import { type AnyOperation, operations } from '../../control/operations.ts'
import type { Workspace } from '../../engine/workspace.ts'
import { toSegment } from '../../model/endpoint/segment.ts'
import { byteLength } from '../../model/json/utf8.ts'
import { bodyTooLarge } from '../adapters/body.ts'
import type { Explain } from '../error-reply.ts'
import { bodyLimit } from './body-limit.ts'
import { effects } from './effects.ts'
import { type QueryMembers, readQuery, requestQuerySchema } from './queries.ts'

export interface LocalControlOptions {
  readonly workspace: Workspace
  /** The largest body, in bytes. */
  readonly maxBody: number
  /** Converts any error to a problem. */
  readonly explain: Explain
}

export function createLocalControl({ workspace, maxBody, explain }: LocalControlOptions): Control {
  function inputOf(operation: AnyOperation, input: unknown): unknown {
    if (operation.takes === 'query') return toMembers(input as object | undefined)
    if (operation.takes === 'segment and query') {
      const { id, ...query } = input as DeliveryWait
      return { id: String(id), query: toMembers(query) }
    }
    if (operation.takes.endsWith('and body')) return withBody(operation, input as Release)
    // A name that cannot be part of a path is refused, as over HTTP.
    if (operation.path.includes('{name}')) toSegment(String(input))
    if (operation.takes !== 'body') return input
    checkLength(operation, String(input))
    return input
  }

  function withBody(operation: AnyOperation, { response, ...rest }: Release): unknown {
    checkLength(operation, response)
    return operation.takes === 'query and body'
      ? { query: toMembers(rest), response }
      : { ...rest, id: String(rest.id), response }
  }

  function checkLength(operation: AnyOperation, body: string): void {
    const limit = bodyLimit(operation, maxBody)
    if (isLonger(body, limit.limit)) throw bodyTooLarge(limit)
  }

  function toCall(name: OperationName) {
    const run = effects[name] as (
      workspace: Workspace,
      input: unknown,
      signal?: AbortSignal,
    ) => unknown
    const { method, path } = operations[name]
    const call = async (input: unknown, signal?: AbortSignal): Promise<unknown> => {
      try {
        return await run(workspace, inputOf(operations[name], input), signal)
      } catch (error) {
        throw explain(error, { method, route: `/api${path}` })
      }
    }
    // Rejects with the signal's reason, as `fetch` does.
    return async (input: unknown, signal?: AbortSignal): Promise<unknown> => {
      signal?.throwIfAborted()
      const output = await call(input, signal)
      signal?.throwIfAborted()
      return output
    }
  }

  const names = Object.keys(operations) as OperationName[]
  const calls = Object.fromEntries(names.map((name) => [name, toCall(name)])) as Omit<
    Control,
    'followRequests'
  >
  return {
    ...calls,
    async *followRequests(query, signal) {
      try {
        yield* workspace.journal.follow(readQuery(requestQuerySchema, toMembers(query)), signal)
      } catch (error) {
        throw explain(error, { method: 'GET', route: '/api/request' })
      }
    },
  }
}

/** Returns the members of a query as texts, as HTTP would send them. */
function toMembers(query: object = {}): QueryMembers {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as const)
}

/** Whether a text takes more than this many bytes of UTF-8. Counts them only if necessary. */
function isLonger(text: string, bytes: number): boolean {
  return text.length > bytes || (3 * text.length > bytes && byteLength(text) > bytes)
}
