// Reports requests that no endpoint answered.
import { describeRequest, describeRequests, type ReceivedRequest } from '@mock-endpoint/core/client'
import type { OptionCheck } from '@mock-endpoint/core/mock'

/** The action for a request that no endpoint answers. */
export type OnUnhandledRequest =
  | 'error'
  | 'warn'
  | 'ignore'
  | ((request: ReceivedRequest) => unknown)

/** The check of the option. */
export const policyCheck: OptionCheck = [
  (value) => typeof value === 'function' || ['error', 'warn', 'ignore'].includes(String(value)),
  "'error', 'warn', 'ignore' or a function",
]

const advice =
  "Add what was meant with mock.add({ name, data }), or say onUnhandledRequest: 'ignore' in the options of the mock server."

/** The test that unmatched requests are reported for. */
export interface ReportedTest {
  /** Whether no test came before it, which late requests could belong to. */
  readonly isFirst: boolean
  readonly hasFailed: boolean
}

/**
 * Throws, warns or calls back for unmatched requests, as the policy says. It does not throw for
 * late requests, which may belong to an earlier test, or if the test has failed already, because
 * then its errors show the requests.
 */
export async function reportUnmatched(
  requests: readonly ReceivedRequest[],
  policy: OnUnhandledRequest,
  { isFirst, hasFailed }: ReportedTest,
): Promise<void> {
  const unmatched = requests.filter(({ outcome }) => outcome === 'unmatched')
  if (policy === 'ignore') return
  if (typeof policy === 'function') {
    for (const request of unmatched) await policy(request)
    return
  }
  const late = unmatched.filter(({ isLate }) => isLate)
  if (late.length > 0 && !isFirst) {
    warn(
      `${count(late)} matched what was removed when the previous test ended. ${lateAdvice}`,
      late,
    )
  }
  const own = isFirst ? unmatched : unmatched.filter(({ isLate }) => !isLate)
  if (own.length === 0) return
  const message = `${count(own)} matched no endpoint. ${adviceFor(own)}`
  if (policy === 'warn') warn(message, own)
  else if (!hasFailed) throw new Error(`${message}\n\n${describeRequests(requests)}`)
}

const lateAdvice =
  'That test did not wait for what it started, or this test has to add what answers it.'

const removedAdvice =
  'What it was meant for was there until the reset before this test. Add it in the options of the mock server (`endpoints`, `rules`), in beforeEach or in the test.'

const adviceForAstray = 'The endpoint exists at another URL: see below what the client needs.'

const adviceForRules =
  'There are rules for its name, but none that matches: the closest is named below, with what differs.'

function adviceFor(requests: readonly ReceivedRequest[]): string {
  if (requests.every(({ isLate }) => isLate)) return removedAdvice
  if (requests.every(({ closest }) => closest)) return adviceForRules
  return requests.every(isAstray) ? adviceForAstray : advice
}

/** Whether a request has the name of an existing endpoint, but not its path. */
function isAstray({ path, nearMisses }: ReceivedRequest): boolean {
  return nearMisses.length > 0 && !/^\/endpoint\/[^/]+$/.test(path)
}

function count({ length }: readonly unknown[]): string {
  return length === 1 ? '1 request' : `${length} requests`
}

function warn(message: string, requests: readonly ReceivedRequest[]): void {
  const lines = requests.map((request) => `  ${describeRequest(request)}`)
  // biome-ignore lint/suspicious/noConsole: this is where a warning of a test is seen
  console.warn([message, ...lines].join('\n'))
}
