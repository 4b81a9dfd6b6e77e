// Waiting for requests: whether they come before, during or after, each is handed out once.

import type { RecordedRequest } from '../../model/http/request.ts'
import { longestTimeout, realClock } from '../../model/time/clock.ts'
import { describeRequests } from './describe-requests.ts'
import { NoJson, type ReceivedRequest, toReceived } from './received-request.ts'

/** Where requests come from: a journal in this process, or one behind a URL. */
export interface RequestSource {
  /** Those that are in the journal, in order of arrival; of one endpoint, or all. */
  list(endpoint?: string): Promise<RequestList>
  /** Those that are there in order of arrival, then each that arrives or ends, until the abort. */
  watch(endpoint: string | undefined, signal: AbortSignal): AsyncIterable<RecordedRequest>
}

/** Requests of a journal, and how many it had to forget. */
export interface RequestList {
  readonly requests: readonly RecordedRequest[]
  readonly dropped: number
}

/** Which request to wait for, and how long. */
export interface WaitOptions {
  /**
   * Only requests for which this is true. It is asked again when a request ends. One whose `json` it
   * reads, but which has none, does not match. Default: all.
   */
  readonly where?: ((request: ReceivedRequest) => boolean) | undefined
  /** In milliseconds of real time. Default: 3,000, or what is left to the test in Vitest. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Waits for requests. */
export interface Waits {
  /**
   * The next request that no earlier wait has handed out: one that came already, or the first to
   * come. It may still be waiting for its delay. Rejects when the time is up, with all requests in
   * the message, with the signal's reason when it aborts, and when the service is reset.
   */
  waitForRequest(options?: WaitOptions): Promise<ReceivedRequest>
  /** The next `count` of them, together. */
  waitForRequests(count: number, options?: WaitOptions): Promise<ReceivedRequest[]>
}

/** Says how long to wait when a call does not, in milliseconds. */
export type DefaultTimeout = () => number

export interface WaitingOptions {
  readonly timeout: DefaultTimeout
  /** When it aborts, the waits that begin now are given up; its reason says why, in words. */
  readonly scope?: (() => AbortSignal | undefined) | undefined
}

/** The waits of one client, which hand out each request once. */
export class Waiting {
  readonly #source: RequestSource
  readonly #timeout: DefaultTimeout
  readonly #scope: () => AbortSignal | undefined
  /** What was handed out already. */
  readonly #taken = new Set<number>()
  /** What gives up each wait that is open. */
  readonly #open = new Set<(why: string) => void>()

  constructor(source: RequestSource, { timeout, scope = () => undefined }: WaitingOptions) {
    this.#source = source
    this.#timeout = timeout
    this.#scope = scope
  }

  /** Waits for the next request of an endpoint, or of any. */
  waitForRequest(endpoint?: string, options?: WaitOptions): Promise<ReceivedRequest> {
    const wait = { ...options, endpoint, count: 1 }
    return this.#begin(wait, ([request]) => request as ReceivedRequest)
  }

  /** Waits for the next `count` requests of an endpoint, or of any. */
  waitForRequests(
    count: number,
    endpoint?: string,
    options?: WaitOptions,
  ): Promise<ReceivedRequest[]> {
    return this.#begin({ ...options, endpoint, count }, (found) => found)
  }

  /** Ends all waits that are open: each rejects with a sentence that ends with `why`. */
  giveUp(why: string): void {
    for (const giveUp of this.#open) giveUp(why)
  }

  /** Looks for the requests until the wait is given up or its scope ends. */
  #begin<Result>(wait: Wait, resultOf: (found: ReceivedRequest[]) => Result): Promise<Result> {
    const scope = this.#scope()
    const end = new AbortController()
    const giveUp = (why: string): void => {
      // A test that failed no longer awaits it: this is not an error that nobody handled.
      result.catch(() => {})
      end.abort(new Error(`The wait for a request${destination(wait)} was given up: ${why}.`))
    }
    const leave = (): void => giveUp(String(scope?.reason))
    // Not `then`: with a second listener of the promise, the stack would not lead to the caller.
    const run = async (): Promise<Result> => {
      try {
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
      // The time may have been up before the first look.
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
  /** Hands out what was found, in order of arrival. */
  take(): ReceivedRequest[]
}

/** What a wait has found so far, of what no other has taken. */
function createFind({ count, where = anyRequest }: Wait, taken: Set<number>): Find {
  const found = new Map<number, ReceivedRequest>()
  return {
    look(record) {
      if (!taken.has(record.id)) {
        const request = toReceived(record)
        if (found.has(record.id) || matches(request, where)) found.set(record.id, request)
      }
      // Another wait may have taken one meanwhile.
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

/** A body that is no JSON, or of which only the beginning was kept, is not what `where` looks for. */
function matches(request: ReceivedRequest, where: (request: ReceivedRequest) => boolean): boolean {
  try {
    return where(request)
  } catch (error) {
    if (error instanceof NoJson) return false
    throw error
  }
}

/** `waited` is in milliseconds; `undefined` when the service stopped first. */
function tooLate(
  wait: Wait,
  waited: number | undefined,
  found: number,
  list: readonly RecordedRequest[] | undefined,
): Error {
  const { count } = wait
  const came = count === 1 ? 'No matching request' : `${found} of ${count} matching requests`
  const missing = `${came} came${destination(wait)}`
  // Not in the first line, by which failures are grouped.
  const time = waited === undefined ? '' : `The wait ended after ${Math.round(waited)} ms.\n`
  const end = waited === undefined ? 'before the service stopped' : 'in time'
  const requests = list
    ? describeRequests(list.map(toReceived))
    : `The service did not list its requests within ${patience} ms.`
  return new Error(`${missing} ${end}.\n${time}${requests}`)
}

/** How long a failing wait asks for the requests, in milliseconds: its test is about to time out. */
const patience = 150

async function listSoon(source: RequestSource): Promise<readonly RecordedRequest[] | undefined> {
  let timer: unknown
  const late = new Promise<undefined>((resolve) => {
    timer = realClock.setTimeout(() => resolve(undefined), patience)
  })
  const list = source.list().then(({ requests }) => requests)
  return Promise.race([list, late]).finally(() => realClock.clearTimeout(timer))
}
