// Checks deliveries, reserves room for them, sends them, and keeps them with their results.
import { type AllowedHosts, hostOf } from '../forward/allowed-hosts.ts'
import type { Delivery, DeliveryList, DeliveryState } from '../model/delivery/delivery.ts'
import type { DeliveryRequest } from '../model/delivery/delivery-request.ts'
import { checkFilled, invalidDelivery, parseDelivery } from '../model/delivery/parse-delivery.ts'
import { Problem } from '../model/problem/problem.ts'
import { realClock, sleep } from '../model/time/clock.ts'
import { runYielding } from '../model/time/yielding.ts'
import { type AttemptOptions, checkSigning } from './attempt.ts'
import { createEnding } from './ending.ts'
import { type Entry, toDelivery } from './entry.ts'
import { createKeptAttempts } from './kept-attempts.ts'
import { createKeptDeliveries } from './kept-deliveries.ts'
import { type Message, messagesOf } from './messages.ts'
import { createRoom } from './room.ts'
import { run } from './run.ts'
import { createTurns } from './turns.ts'

/** How webhooks are sent, and to which hosts. */
export interface SendingOptions extends AttemptOptions {
  /** Names of headers whose values are not shown, in lower case. */
  readonly masked: readonly string[]
  /** Called with an unexpected error. */
  readonly onError: (error: unknown) => void
}

/** Webhooks that are ready to be sent. Exactly one of the methods must be called, once. */
export interface Ready {
  /** Sends them, unless all deliveries were cleared or the outbox was closed meanwhile. */
  send(): void
  giveUp(): void
}

export interface Outbox {
  /** Starts the delivery that a JSON text describes. Rejects with a `Problem`. */
  send(text: string): Promise<Delivery>
  /** Checks a delivery that follows a response, and reserves room. Rejects with a `Problem`. */
  prepare(asked: DeliveryRequest, request: number | undefined): Promise<Ready>
  /** In the order of their ids, without requests and responses. */
  list(query: DeliveryList): { deliveries: readonly Delivery[]; isLast: boolean }
  /**
   * Resolves to the delivery with that id. Waits up to `wait` milliseconds until it is no longer
   * pending. Default: 0.
   */
  get(id: number, wait?: number, signal?: AbortSignal): Promise<Delivery | undefined>
  /** Ends a delivery, and removes it. Returns whether there was one. */
  remove(id: number): boolean
  /** Ends and removes all deliveries. Returns how many there were. */
  clear(): number
  /** Ends and removes all deliveries, and accepts no more. */
  close(): void
}

/** Maximum number of attempts that are in progress at once. */
const mostAtOnce = 100

export function createOutbox(options: SendingOptions): Outbox {
  const { clock, allowed, masked, onError } = options
  const running = { ...options, turns: createTurns(mostAtOnce) }
  const keepAttempts = createKeptAttempts(masked)
  const kept = createKeptDeliveries()
  const room = createRoom()
  let lastId = 0
  let isClosed = false

  /** Starts a delivery. `leave` releases the room that it takes. */
  function begin(
    asked: DeliveryRequest,
    messages: readonly Message[],
    leave: () => void,
    request?: number,
  ): Entry {
    lastId += 1
    const ending = createEnding()
    const attempts = keepAttempts()
    const work = run(withoutBodies(asked), messages, running, ending, {
      attempted: attempts.add,
      ended: (isTaken) => {
        if (isTaken) entry.delivered += 1
        else entry.failed += 1
      },
    })
    const entry: Entry = {
      id: lastId,
      ...(request !== undefined && { request }),
      to: asked.to,
      method: asked.method ?? 'POST',
      state: 'pending',
      createdAt: new globalThis.Date(clock.time()).toISOString(),
      messages: messages.length,
      ...{ delivered: 0, failed: 0, attempts, ending },
      ended: work.then(
        () => end(entry, leave, entry.failed === 0 ? 'delivered' : 'failed'),
        (error) => {
          if (!ending.isEnded) onError(error)
          end(entry, leave, 'cancelled')
        },
      ),
    }
    kept.add(entry)
    return entry
  }

  function end(entry: Entry, leave: () => void, state: DeliveryState): void {
    leave()
    kept.end(entry, state)
  }

  return {
    async send(text) {
      const asked = await runYielding(parseDelivery(text))
      await check(asked, allowed)
      if (isClosed) throw stopping()
      const messages = messagesOf(asked)
      return toDelivery(begin(asked, messages, room.take(messages)))
    },
    async prepare(given, request) {
      const asked = checkFilled(given)
      await check(asked, allowed)
      const messages = messagesOf(asked)
      const leave = room.take(messages)
      return {
        send() {
          if (isClosed) leave()
          else begin(asked, messages, leave, request)
        },
        giveUp: leave,
      }
    },
    list(query) {
      const { entries, isLast } = kept.list(query)
      return { deliveries: entries.map((entry) => toDelivery(entry)), isLast }
    },
    async get(id, wait = 0, signal) {
      const entry = kept.get(id)
      if (entry?.state === 'pending' && wait > 0) await endOf(entry, wait, signal)
      return entry && toDelivery(entry, true)
    },
    remove(id) {
      const entry = kept.get(id)
      if (entry) kept.remove(entry)
      return entry !== undefined
    },
    clear: kept.clear,
    close() {
      isClosed = true
      kept.clear()
    },
  }
}

/** Rejects if the host is not allowed, or messages cannot be signed with these options. */
async function check(asked: DeliveryRequest, allowed: AllowedHosts): Promise<void> {
  const host = hostOf(new URL(asked.to))
  if (!allowed.allows(new URL(asked.to))) throw refused(host, allowed.advice(host))
  try {
    await checkSigning(asked)
  } catch (error) {
    const detail = `cannot be used: ${error instanceof Error ? error.message : error}`
    throw invalidDelivery([{ pointer: '/sign', detail: detail.replace(/\.$/, '') }])
  }
}

/** Resolves when it is no longer pending, after `wait` milliseconds, or at the abort. */
async function endOf({ ended }: Entry, wait: number, signal?: AbortSignal): Promise<void> {
  const waiting = new AbortController()
  const leave = (): void => waiting.abort()
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  await Promise.race([ended, sleep(wait, waiting.signal, realClock)])
  signal?.removeEventListener('abort', leave)
  leave()
}

/** Returns the request without its bodies, so that only the messages keep these. */
function withoutBodies({ event, events, body, ...rest }: DeliveryRequest): DeliveryRequest {
  return body === undefined ? rest : { ...rest, body: '' }
}

function refused(host: string, advice: string): Problem {
  return new Problem('send-refused', `This service may not send to \`${host}\`. ${advice}`)
}

function stopping(): Problem {
  return new Problem('shutting-down', 'The service is stopping, and sends no more webhooks.')
}
