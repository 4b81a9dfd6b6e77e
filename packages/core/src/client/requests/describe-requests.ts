// Descriptions of requests, for the messages of failed tests.
import { mismatchInWords } from '../../model/rule/rule.ts'
import type { ReceivedRequest } from './received-request.ts'
import { visible } from './visible.ts'

const mostLines = 20
const mostNeighbours = 5
const longestBody = 200

/**
 * Returns a line for each request in order of arrival, only for the last ones of many. If some are
 * unmatched, they come first, followed by a few requests that arrived around the first of them.
 */
export function describeRequests(requests: readonly ReceivedRequest[]): string {
  if (requests.length === 0) return 'There were no requests at all.'
  const head = `Requests so far (${requests.length})`
  const unmatched = requests.filter(isUnmatched)
  if (unmatched.length === 0) {
    const shown = requests.slice(-mostLines)
    return [
      `${head}:`,
      ...rest(requests.length - shown.length, 'before these'),
      ...lines(shown),
    ].join('\n')
  }
  const shown = unmatched.slice(0, mostLines)
  const others = requests.length - unmatched.length
  const neighbours = neighboursOfUnmatched(requests)
  return [
    others === 0 ? `${head}:` : `${head}, the unmatched first:`,
    ...lines(shown),
    ...rest(unmatched.length - shown.length, 'more of them'),
    ...(neighbours.length === 0 ? [] : ['Next to the first of these:']),
    ...lines(neighbours),
    ...rest(others - neighbours.length, 'others'),
  ].join('\n')
}

function isUnmatched({ outcome }: ReceivedRequest): boolean {
  return outcome === 'unmatched'
}

/** Returns matched requests: up to two before the first unmatched one, and some after it. */
function neighboursOfUnmatched(requests: readonly ReceivedRequest[]): ReceivedRequest[] {
  const first = requests.findIndex(isUnmatched)
  const before = requests.slice(0, first).slice(-2)
  const after = requests.slice(first).filter((request) => !isUnmatched(request))
  return [...before, ...after.slice(0, mostNeighbours - before.length)]
}

function lines(requests: readonly ReceivedRequest[]): string[] {
  return requests.map((request) => `  ${describeRequest(request)}`)
}

function rest(count: number, of: string): string[] {
  return count === 0 ? [] : [`  … and ${count} ${of}`]
}

/** Returns a line such as `#3 POST /endpoint/orders?a=1 → 200 after 12 ms, body {"id":1}`. */
export function describeRequest(request: ReceivedRequest): string {
  const { id, method, path, query, text } = request
  const asked = `#${id} ${method} ${path}${query.size > 0 ? `?${query}` : ''}`
  const body = text === '' ? '' : `, body ${shorten(text)}`
  return visible(`${asked} → ${describeEnd(request)}${body}`)
}

function describeEnd(request: ReceivedRequest): string {
  const { outcome, statusCode, durationMs, isLate, rule, held, fault, forwarded } = request
  const by = rule === null ? '' : ` by rule ${rule}`
  switch (outcome) {
    case 'pending':
      return held ? `held${by}` : `not answered yet${by}`
    case 'aborted': {
      const withRule = rule === null ? '' : `, with rule ${rule}`
      return `its client left after ${durationMs} ms${withRule}${describeUnrecorded(request)}`
    }
    case 'unmatched': {
      if (isLate) return `${statusCode} unmatched, late: it had a response until the last reset`
      return `${statusCode} unmatched${describeHint(request)}`
    }
    case 'answered': {
      const sent = statusCode === null ? [] : [statusCode]
      const what = [...sent, ...(fault ? [`fault ${fault}`] : [])].join(' with ')
      const from = forwarded ? ` from ${forwarded.to}` : ''
      return `${what}${by}${from} after ${durationMs} ms${describeUnrecorded(request)}`
    }
  }
}

function describeUnrecorded({ forwarded }: ReceivedRequest): string {
  const why = forwarded?.notRecorded
  return why === undefined ? '' : ` (not recorded: ${why})`
}

/** Returns a hint about the rule or endpoint that was probably meant. */
function describeHint({ path, nearMisses, closest }: ReceivedRequest): string {
  if (closest) return `: the closest is ${mismatchInWords(closest)}`
  const [name] = nearMisses
  if (name === undefined) return ''
  if (!path.includes('/endpoint/')) {
    return `: \`${name}\` is an endpoint; give the client mock.url('${name}'), or mock.baseUrl as its base URL`
  }
  if (/\/endpoint\/[^/]+\//.test(path)) return `: \`${name}\` exists, but nothing below it`
  return `, close to ${nearMisses.map((near) => `\`${near}\``).join(', ')}`
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > longestBody ? `${line.slice(0, longestBody)}…` : line
}
