// What is done about requests that no endpoint answered.
import { describeRequest, describeRequests, type ReceivedRequest } from '@mock-endpoint/core/client'
import type { OptionCheck } from '@mock-endpoint/core/mock'

/** What to do about a request that no endpoint answers. */
export type OnUnhandledRequest = 'error' | 'warn' | 'ignore' | ((request: ReceivedRequest) => void)

/** What the option may be. */
export const policyCheck: OptionCheck = [
  (value) => typeof value === 'function' || ['error', 'warn', 'ignore'].includes(String(value)),
  "'error', 'warn', 'ignore' or a function",
]

const advice =
  "Add what was meant with mock.add({ name, data }), or say onUnhandledRequest: 'ignore' in the options of the mock server."

/**
 * Throws, warns or calls back for the requests that matched no endpoint, as the policy says. Late
 * ones are an earlier test's: for them nothing is thrown. A test that has failed already shows its
 * requests: nothing is thrown for it either.
 */
export function reportUnmatched(
  requests: readonly ReceivedRequest[],
  policy: OnUnhandledRequest,
  hasFailed: boolean,
): void {
  const unmatched = requests.filter(({ outcome }) => outcome === 'unmatched')
  if (policy === 'ignore') return
  if (typeof policy === 'function') {
    for (const request of unmatched) policy(request)
    return
  }
  const late = unmatched.filter(({ isLate }) => isLate)
  if (late.length > 0) {
    const whose = 'for what was answered until the previous test ended'
    warn(
      `${count(late)} came too late, ${whose}: that test did not wait for what it started.`,
      late,
    )
  }
  const own = unmatched.filter(({ isLate }) => !isLate)
  if (own.length === 0) return
  const message = `${count(own)} matched no endpoint. ${adviceFor(own)}`
  if (policy === 'warn') warn(message, own)
  else if (!hasFailed) throw new Error(`${message}\n\n${describeRequests(requests)}`)
}

const adviceForAstray = 'The endpoint exists at another URL: see below what the client needs.'

const adviceForRules =
  'There are rules for its name, but none that matches: the closest is named below, with what differs.'

function adviceFor(requests: readonly ReceivedRequest[]): string {
  if (requests.every(({ closest }) => closest)) return adviceForRules
  return requests.every(isAstray) ? adviceForAstray : advice
}

/** Whether it asks for an endpoint that exists, but not where that answers. */
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
