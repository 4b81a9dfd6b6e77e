// The wire client: the control API of a service at a URL, over `fetch`.
import { toSegment } from '../model/endpoint/segment.ts'
import type { Control, DeliveryWait, Release, ReleaseAll } from './control.ts'
import { type AnyOperation, operations } from './operations.ts'
import { readEvents } from './read-events.ts'
import { checkResponse, createSend, type WireOptions } from './send.ts'

export type { WireOptions } from './send.ts'

/**
 * Returns the operations of the service at a URL. They reject with the `Problem` in its response,
 * or with a `WireError` if no mock-endpoint service responds.
 */
export function createWire(options: WireOptions): Control {
  const { url } = options
  const send = createSend(options)

  function toCall(operation: AnyOperation) {
    const { method, takes } = operation
    return async (input: unknown, signal?: AbortSignal): Promise<unknown> => {
      const [inTarget, body] = splitInput(takes, input)
      const target = targetOf(operation, inTarget)
      const [response, text] = await send({ method, target, body: body || undefined, signal })
      return checkResponse(`${method} ${url}${target}`, operation, response, text)
    }
  }

  const calls = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, toCall(operation)]),
  ) as Omit<Control, 'followRequests'>
  return {
    ...calls,
    async *followRequests({ after, ...filter }, signal) {
      const target = targetOf(operations.listRequests, filter)
      try {
        yield* readEvents(await send.open(target, after, signal), signal)
      } catch (error) {
        // When the signal aborts, `fetch` may fail the stream. That is a normal end.
        if (!signal.aborted) throw error
      }
    },
  }
}

/** Splits an input into the part for the target of a call, and the body. */
function splitInput(takes: AnyOperation['takes'], input: unknown): [unknown, string] {
  if (takes === 'body') return [undefined, String(input)]
  if (!takes.endsWith('and body')) return [input, '']
  const { response: answer, ...rest } = input as ReleaseAll | Release
  return ['id' in rest ? rest.id : rest, answer]
}

/** Returns the path and the query of a call. */
function targetOf({ path, takes }: AnyOperation, input: unknown): string {
  const hasBoth = takes === 'segment and query'
  const { id, ...rest } = hasBoth ? (input as DeliveryWait) : { id: input }
  const filled = path
    .replace('{name}', () => toSegment(String(input)))
    .replace('{id}', () => encodeURIComponent(String(id)))
  if (!takes.includes('query')) return `/api${filled}`
  const given = Object.entries(hasBoth ? rest : (input ?? {})).filter(
    ([, value]) => value !== undefined,
  )
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length === 0 ? `/api${filled}` : `/api${filled}?${query}`
}
