// Sends the messages of a delivery one after the other, and repeats those that are not accepted.
import type { DeliveryRequest } from '../model/delivery/delivery-request.ts'
import type { Clock } from '../model/time/clock.ts'
import { type AttemptOptions, attempt, isTaken, type KeptAttempt } from './attempt.ts'
import type { Ending } from './ending.ts'
import type { Message } from './messages.ts'
import type { Turns } from './turns.ts'

export interface RunOptions extends AttemptOptions {
  readonly turns: Turns
}

/** Callbacks for the results of the messages. */
export interface RunListener {
  attempted(attempt: KeptAttempt): void
  /** Called after the last attempt of a message. */
  ended(isTaken: boolean): void
}

/** Resolves after the last attempt of all messages. Rejects if the delivery ends first. */
export async function run(
  delivery: DeliveryRequest,
  messages: readonly Message[],
  options: RunOptions,
  ending: Ending,
  listener: RunListener,
): Promise<void> {
  const { clock, turns } = options
  const { delay = 0, attempts = 1, backoff } = delivery

  /** Makes one attempt. Resolves to whether there must be another one. */
  async function once(message: Message, nth: number): Promise<boolean> {
    const kept = await turns.take(() => {
      ending.check()
      return attempt(delivery, message, nth, options, ending)
    })
    listener.attempted(kept)
    const goesOn = !isTaken(kept) && kept.statusCode !== gone && nth < attempts
    if (!goesOn) listener.ended(isTaken(kept))
    return goesOn
  }

  async function again(message: Message): Promise<void> {
    let nth = 1
    do {
      await pause(backoffAfter(nth, backoff), ending, clock)
      nth += 1
    } while (await once(message, nth))
  }

  await pause(delay, ending, clock)
  const later: Promise<void>[] = []
  for (const message of messages) {
    if (!(await once(message, 1))) continue
    const trying = again(message)
    // It may reject while the first attempts of other messages are in progress.
    trying.catch(() => {})
    later.push(trying)
  }
  await Promise.all(later)
}

/** The status with which a receiver declines further attempts. */
const gone = 410

/** In milliseconds. */
const longestBackoff = 86_400_000

function backoffAfter(nth: number, backoff: DeliveryRequest['backoff'] = 1000): number {
  if (typeof backoff === 'number') return Math.min(backoff * 2 ** (nth - 1), longestBackoff)
  return backoff[Math.min(nth, backoff.length) - 1] ?? 0
}

/** Waits for at least that time. Rejects if the delivery ends first. */
async function pause(milliseconds: number, ending: Ending, clock: Clock): Promise<void> {
  const since = clock.now()
  if (milliseconds > 0) await sleep(milliseconds, ending, clock)
  // Timers fire up to a millisecond early. A larger rest means that only the clock or only
  // the timers are faked.
  const rest = milliseconds - (clock.now() - since)
  if (rest > 0 && rest < 2) await sleep(rest, ending, clock)
  ending.check()
}

/** Resolves after that time, or when the delivery ends. */
function sleep(milliseconds: number, ending: Ending, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.setTimeout(() => {
      leave()
      resolve()
    }, milliseconds)
    const leave = ending.listen(() => {
      clock.clearTimeout(timer)
      resolve()
    })
  })
}
