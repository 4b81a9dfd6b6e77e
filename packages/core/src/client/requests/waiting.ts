// Waits for requests, which may arrive before or during the wait. Each is returned only once.

import type { RecordedRequest } from '../../model/http/request.ts'
import { isPromiseLike } from '../../model/time/awaitable.ts'
import { longestTimeout, realClock } from '../../model/time/clock.ts'
import { describeRequests } from './describe-requests.ts'
import { NoJson, type ReceivedRequest, toReceived } from './received-request.ts'
import { checkWait, type WaitOptions } from './wait-options.ts'

/** A source of requests: a journal in this process, or one at a URL. */
export interface RequestSource {
  /** Resolves to the recorded requests of one endpoint, or all, in order of arrival. */
  list(endpoint?: string): Promise<RequestList>
  /** Yields past requests in order of arrival, then each that arrives or ends, until the abort. */
  watch(endpoint: string | undefined, signal: AbortSignal): AsyncIterable<RecordedRequest>
}

/** Requests of a journal, and the number of those it dropped. */
export interface RequestList {
  readonly requests: readonly RecordedRequest[]
  readonly dropped: number
}

/** Waits for requests. */
export interface Waits {
  /**
   * Resolves to the next request that no earlier wait has returned, which may have arrived already.
   * Its response may still be delayed. Rejects at the timeout, with the recorded requests in the
   * message; when the signal aborts, with its reason; and when this client resets the service.
   */
  waitForRequest(options?: WaitOptions): Promise<ReceivedRequest>
  /** Resolves to the next `count` requests, together. */
  waitForRequests(count: number, options?: WaitOptions): Promise<ReceivedRequest[]>
}

/** Returns the timeout of waits that do not set one, in milliseconds. */
export type DefaultTimeout = () => number

export interface WaitingOptions {
  readonly timeout: DefaultTimeout
  /** Returns a signal that cancels the waits that begin now. Its reason is part of their errors. */
  readonly scope?: (() => AbortSignal | undefined) | undefined
}

/** The waits of one client. They return each request only once. */
export class Waiting {
  readonly #source: RequestSource
  readonly #timeout: DefaultTimeout
  readonly #scope: () => AbortSignal | undefined
  /** The ids of the requests that a wait has returned. */
  readonly #taken = new Set<number>()
  /** A function for each open wait that cancels it. */
  readonly #open = new Set<(why: string) => void>()

  constructor(source: RequestSource, { timeout, scope = () => undefined }: WaitingOptions) {
    this.#source = source
    this.#timeout = timeout
    this.#scope = scope
  }

  /** Waits for the next request of an endpoint, or of any. */
  waitForRequest(endpoint?: string, options?: WaitOptions): Promise<ReceivedRequest> {
    return this.#begin(options, endpoint, 1, ([request]) => request as ReceivedRequest)
  }

  /** Waits for the next `count` requests of an endpoint, or of any. */
  waitForRequests(
    count: number,
    endpoint?: string,
    options?: WaitOptions,
  ): Promise<ReceivedRequest[]> {
    return this.#begin(options, endpoint, count, (found) => found)
  }

  /** Cancels all open waits. Each rejects with an error that ends with `why`. */
  giveUp(why: string): void {
    for (const giveUp of this.#open) giveUp(why)
  }

  /** Starts a wait, which is cancelled by `giveUp` or when the signal of its scope aborts. */
  #begin<Result>(
    options: WaitOptions | undefined,
    endpoint: string | undefined,
    count: number,
    resultOf: (found: ReceivedRequest[]) => Result,
  ): Promise<Result> {
    const wait = { ...options, endpoint, count }
    const scope = this.#scope()
    const end = new AbortController()
    const giveUp = (why: string): void => {
      // A failed test no longer awaits it. This must not be reported as an unhandled rejection.
      result.catch(() => {})
      end.abort(new Error(`The wait for a request${destination(wait)} was given up: ${why}.`))
    }
    const leave = (): void => giveUp(String(scope?.reason))
    // Not `then`, because with a second listener the stack would not lead to the caller.
    const run = async (): Promise<Result> => {
      try {
        checkWait(count, options)
        return resultOf(await this.#next(wait, end.signal))
      } finally {
        this.#open.delete(giveUp)
        scope?.removeEventListener('abort', leave)
      }
    }
    this.#open.add(giveUp)
    scope?.addEventListener('abort', leave)
    const result = run()
    if (scope?.aborted) leave()
    return result
  }

  async #next(wait: Wait, givenUp: AbortSignal): Promise<ReceivedRequest[]> {
    const { endpoint, signal } = wait
    const timeout = wait.timeout ?? this.#timeout()
    const find = createFind(wait, this.#taken)
    const end = new AbortController()
    const stop = (): void => end.abort()
    const throwIfOver = (): void => {
      signal?.throwIfAborted()
      givenUp.throwIfAborted()
    }
    const timer = realClock.setTimeout(stop, Math.min(timeout, longestTimeout))
    signal?.addEventListener('abort', stop)
    givenUp.addEventListener('abort', stop)
    try {
      throwIfOver()
      for await (const record of this.#source.watch(endpoint, end.signal)) {
        find.look(record)
        if (find.isDone()) return find.take()
      }
      throwIfOver()
      const waited = end.signal.aborted ? timeout : undefined
      // The timeout may have come before the first request was read.
      const list = await listSoon(this.#source)
      throwIfOver()
      for (const record of list ?? []) {
        if (endpoint === undefined || record.endpoint === endpoint) find.look(record)
        if (find.isDone()) return find.take()
      }
      throw tooLate(wait, waited, find.count(), list)
    } finally {
      realClock.clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      givenUp.removeEventListener('abort', stop)
      stop()
    }
  }
}

interface Wait extends WaitOptions {
  readonly endpoint: string | undefined
  readonly count: number
}

function destination({ endpoint }: Wait): string {
  return endpoint === undefined ? '' : ` to \`${endpoint}\``
}

interface Find {
  look(record: RecordedRequest): void
  count(): number
  isDone(): boolean
  /** Returns the requests found, in order of arrival. No other wait gets them. */
  take(): ReceivedRequest[]
}

/** Collects the requests of one wait, except those that another wait has taken. */
function createFind({ count, where = anyRequest }: Wait, taken: Set<number>): Find {
  const found = new Map<number, ReceivedRequest>()
  return {
    look(record) {
      if (!taken.has(record.id)) {
        const request = toReceived(record)
        if (found.has(record.id) || matches(request, where)) found.set(record.id, request)
      }
      // Another wait may have taken one in the meantime.
      for (const id of found.keys()) if (taken.has(id)) found.delete(id)
    },
    count: () => found.size,
    isDone: () => found.size >= count,
    take() {
      for (const id of found.keys()) taken.add(id)
      return [...found.values()].sort((one, other) => one.id - other.id)
    },
  }
}

function anyRequest(): boolean {
  return true
}

/** Whether a request matches. It does not if `where` reads `json` and that throws. */
function matches(request: ReceivedRequest, where: (request: ReceivedRequest) => boolean): boolean {
  try {
    const matched: unknown = where(request)
    if (isPromiseLike(matched)) throw new TypeError('`where` must return a boolean at once.')
    return Boolean(matched)
  } catch (error) {
    if (error instanceof NoJson) return false
    throw error
  }
}

/** Returns the error. `waited` is in milliseconds, or `undefined` if the service stopped first. */
function tooLate(
  wait: Wait,
  waited: number | undefined,
  found: number,
  list: readonly RecordedRequest[] | undefined,
): Error {
  const { count } = wait
  const came = count === 1 ? 'No matching request' : `${found} of ${count} matching requests`
  const missing = `${came} came${destination(wait)}`
  // Not in the first line, because tools group failures by it.
  const time = waited === undefined ? '' : `The wait ended after ${Math.round(waited)} ms.\n`
  const end = waited === undefined ? 'before the service stopped' : 'in time'
  const requests = list
    ? describeRequests(list.map(toReceived))
    : `The service did not list its requests within ${patience} ms.`
  return new Error(`${missing} ${end}.\n${time}${requests}`)
}

/** Timeout for listing requests, in milliseconds. Short, because the test is about to time out. */
const patience = 150

async function listSoon(source: RequestSource): Promise<readonly RecordedRequest[] | undefined> {
  let timer: unknown
  const late = new Promise<undefined>((resolve) => {
    timer = realClock.setTimeout(() => resolve(undefined), patience)
  })
  const list = source.list().then(({ requests }) => requests)
  return Promise.race([list, late]).finally(() => realClock.clearTimeout(timer))
}
