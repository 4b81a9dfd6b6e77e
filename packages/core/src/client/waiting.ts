// Waiting for requests: whether they come before, during or after, each is handed out once.
import { longestTimeout, realClock } from '../model/clock.ts'
import type { RecordedRequest } from '../model/request.ts'
import { describeRequests } from './describe-requests.ts'
import { createOpenWaits } from './open-waits.ts'
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

export interface Waiting {
  /** Waits for requests of an endpoint, or for any. */
  of(endpoint?: string): Waits
  /** Ends all waits that are open: each rejects with a sentence that ends with `why`. */
  giveUp(why: string): void
}

export function createWaiting(
  source: RequestSource,
  { timeout: defaultTimeout, scope }: WaitingOptions,
): Waiting {
  /** What was handed out already. */
  const taken = new Set<number>()
  const open = createOpenWaits(scope)

  async function next(wait: Wait): Promise<ReceivedRequest[]> {
    const { endpoint, signal, givenUp } = wait
    const timeout = wait.timeout ?? defaultTimeout()
    const find = createFind(wait, taken)
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
      for await (const record of source.watch(endpoint, end.signal)) {
        find.look(record)
        if (find.isDone()) return find.take()
      }
      throwIfOver()
      const waited = end.signal.aborted ? timeout : undefined
      // The time may have been up before the first look.
      const list = await listSoon(source)
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

  return {
    of(endpoint) {
      const what = { endpoint, words: endpoint === undefined ? '' : ` to \`${endpoint}\`` }
      return {
        waitForRequest: (options) =>
          open.start(what.words, async (givenUp) => {
            const [request] = await next({ ...options, ...what, count: 1, givenUp })
            return request as ReceivedRequest
          }),
        waitForRequests: (count, options) =>
          open.start(what.words, (givenUp) => next({ ...options, ...what, count, givenUp })),
      }
    },
    giveUp: open.giveUp,
  }
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

interface Wait extends WaitOptions {
  readonly endpoint: string | undefined
  /** Such as ` to \`orders\``. */
  readonly words: string
  readonly count: number
  readonly givenUp: AbortSignal
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
  { count, words }: Wait,
  waited: number | undefined,
  found: number,
  list: readonly RecordedRequest[] | undefined,
): Error {
  const missing =
    count === 1
      ? `No matching request came${words}`
      : `${found} of ${count} matching requests came${words}`
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
