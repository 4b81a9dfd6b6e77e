// A source of requests that a test controls, and waits for its requests.
import { expect, onTestFinished } from 'vitest'
import type { ReceivedRequest } from '../../client/requests/received-request.ts'
import type { WaitOptions } from '../../client/requests/wait-options.ts'
import { type RequestSource, Waiting } from '../../client/requests/waiting.ts'
import type { RecordedRequest } from '../../model/http/request.ts'
import { requestRecord } from '../request-record.ts'

/** A source of requests that a test controls. */
export interface TestSource extends RequestSource {
  /** The signals of the watches so far. */
  readonly signals: AbortSignal[]
  /** Reports a new request to `orders`, or a change of an earlier one. */
  tell(id: number, rest?: Partial<RecordedRequest>): void
  /** Ends every watch, with this error if there is one. */
  end(error?: unknown): void
}

export function createTestSource(): TestSource {
  const changes: RecordedRequest[] = []
  const wakes = new Set<() => void>()
  const signals: AbortSignal[] = []
  let over: { readonly error?: unknown } | undefined
  const wake = (): void => {
    for (const each of wakes) each()
  }
  return {
    signals,
    list: async () => {
      const requests = [...new Map(changes.map((request) => [request.id, request])).values()]
      return { requests, dropped: 0 }
    },
    async *watch(endpoint, signal) {
      expect(endpoint).toBe('orders')
      signals.push(signal)
      signal.addEventListener('abort', wake)
      for (let next = 0; !signal.aborted; ) {
        if (next < changes.length) yield changes[next++] as RecordedRequest
        else if (over) {
          if (over.error !== undefined) throw over.error
          return
        } else {
          await new Promise<void>((resolve) => {
            wakes.add(resolve)
          })
        }
      }
    },
    tell(id, rest = {}) {
      changes.push(requestRecord({ id, ...rest }))
      wake()
    },
    end(error) {
      over = { error }
      wake()
    },
  }
}

/** Waits for several requests. */
export type Wait = (count: number, options?: WaitOptions) => Promise<ReceivedRequest[]>

export interface Opened extends TestSource {
  readonly wait: Wait
  readonly giveUp: (why: string) => void
}

/** Opens waits for `orders`. Fails the test if it leaves one of their watches open. */
export function openSource(defaultTimeout = 5_000, scope?: () => AbortSignal): Opened {
  const source = createTestSource()
  onTestFinished(() => {
    expect(source.signals.map(({ aborted }) => aborted)).not.toContain(false)
  })
  const waiting = new Waiting(source, { timeout: () => defaultTimeout, scope })
  return {
    ...source,
    wait: (count, options) => waiting.waitForRequests(count, 'orders', options),
    giveUp: (why) => waiting.giveUp(why),
  }
}

export async function idsOf(waiting: ReturnType<Wait>): Promise<number[]> {
  return (await waiting).map(({ id }) => id)
}

/** Resolves to the error of a wait, so that its rejection is never unhandled. */
export function failure(waiting: Promise<unknown>): Promise<unknown> {
  return waiting.then(
    () => 'resolved',
    (error: unknown) => error,
  )
}
