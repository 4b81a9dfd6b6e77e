// Adds information about the mock to the errors of a test, and throws errors about the mock.
import { describeRequest, describeRequests } from '@mock-endpoint/core/client'
import type { TestError } from 'vitest'
import type { Seen } from './seen.ts'

/** Calls each function in turn, then throws the errors that they threw. */
export async function throwAll(reports: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const report of reports) {
    try {
      await report()
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
 * Throws if a response function failed, even if the program under test handled the 500. Does not
 * throw if the test has failed already, because its errors show the failures.
 */
export function reportFailures({ failures, requests }: Seen, hasFailed: boolean): void {
  const [first] = failures
  if (!first || hasFailed) return
  const messages = failures.map(({ message }) => message).join('\n')
  throw new Error(`${messages}\n\n${describeRequests(requests)}`, { cause: first.cause })
}

/** Warns of responses of a service that were not recorded, as a replay needs them. */
export function warnOfUnrecorded({ requests }: Seen): void {
  const lost = requests.filter(({ forwarded }) => forwarded?.notRecorded !== undefined)
  if (lost.length === 0) return
  const were = lost.length === 1 ? '1 response was' : `${lost.length} responses were`
  const lines = lost.map((request) => `  ${describeRequest(request)}`)
  // biome-ignore lint/suspicious/noConsole: this is where a warning of a test is seen
  console.warn([`${were} not recorded, and cannot be replayed:`, ...lines].join('\n'))
}

/** Errors to which requests were added here. In others, the code that threw added them. */
const shown = new WeakSet<object>()

/** Adds the requests, failures and seed of the mock to the messages of the errors of a test. */
export function showSeen({ requests, failures, seed }: Seen, errors: readonly TestError[]): void {
  const notes = failures.map(({ message }) => message)
  if (seed !== undefined) {
    notes.push(
      `Chances and ranges were drawn with the seed ${seed}: \`seed: ${seed}\` in the options of the mock server repeats them.`,
    )
  }
  for (const error of errors) {
    // Any value may have been thrown.
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
