// What the errors of a test say of its mock, and the errors that a test gets because of it.
import { describeRequests } from '@mock-endpoint/core/client'
import type { TestError } from 'vitest'
import type { Seen } from './seen.ts'

/** Calls each, then throws what they threw. */
export function throwAll(reports: readonly (() => void)[]): void {
  const errors: unknown[] = []
  for (const report of reports) {
    try {
      report()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, errors.map(messageOf).join('\n\n'))
  if (errors.length === 1) throw errors[0]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Throws when a function that answers has failed, whatever the program under test made of the 500.
 * A test that has failed already shows that anyway.
 */
export function reportFailures({ failures, requests }: Seen, hasFailed: boolean): void {
  const [first] = failures
  if (!first || hasFailed) return
  const messages = failures.map(({ message }) => message).join('\n')
  throw new Error(`${messages}\n\n${describeRequests(requests)}`, { cause: first.cause })
}

/** Errors whose message got its requests here; in others, what made the error wrote them. */
const shown = new WeakSet<object>()

/** Adds to the messages of a test's errors what its mock has to tell. */
export function showSeen({ requests, failures, seed }: Seen, errors: readonly TestError[]): void {
  const notes = failures.map(({ message }) => message)
  if (seed !== undefined) {
    notes.push(
      `Chances and ranges were drawn with the seed ${seed}: \`seed: ${seed}\` in the options of the mock server repeats them.`,
    )
  }
  for (const error of errors) {
    // What was thrown may be anything.
    const message = String(error.message ?? '')
    const added = notes.filter((note) => !message.includes(note))
    const isTold = /Requests so far|There were no requests at all/.test(message)
    if ((!isTold || shown.has(error)) && requests.length > 0) {
      shown.add(error)
      added.push(describeRequests(requests))
    }
    if (added.length > 0) error.message = [message, ...added].join('\n\n')
  }
}
