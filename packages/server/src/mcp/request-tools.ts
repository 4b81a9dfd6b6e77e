// Tools that list, wait for and explain requests.
import { type Control, mismatchInWords, type RecordedRequest } from '@mock-endpoint/core/client'
import { cut } from './cut.ts'
import { inWordsOfTools } from './in-words-of-tools.ts'
import { type Arguments, argumentsOf, name } from './input-schemas.ts'
import type { Tool, ToolCall } from './tool.ts'

const filter: Arguments['properties'] = {
  endpoint: { ...name, description: 'Only requests that this endpoint answered.' },
  unmatched: { type: 'boolean', description: 'Only requests that nothing answered.' },
}

const mostShown = 50
const shownAtFirst = 20

export const listRequests: Tool = {
  title: 'List requests',
  description:
    'Lists the last requests and their responses, the newest last. `explain_request` shows one in full.',
  input: {
    arguments: argumentsOf({
      ...filter,
      limit: { type: 'integer', minimum: 1, maximum: mostShown, description: 'Default: 20.' },
    }),
  },
  isReading: true,
  async run({ given: { limit = shownAtFirst, ...query }, control, signal }) {
    const requests = await lastRequests(control, query, Number(limit), signal)
    return {
      text: requests.length === 0 ? 'No requests match.' : linesOf(requests),
      data: { requests: requests.map(shortly) },
    }
  },
}

/** Milliseconds. MCP clients wait for one minute. */
const longestWait = 50_000

export const waitForRequests: Tool = {
  title: 'Wait for requests',
  description:
    'Waits until an endpoint has received this many requests since the last reset, including earlier ones, and lists them.',
  input: {
    arguments: argumentsOf({
      ...filter,
      count: { type: 'integer', minimum: 1, maximum: mostShown, description: 'Default: 1.' },
      timeout: {
        type: 'integer',
        minimum: 0,
        maximum: longestWait,
        description: 'How long to wait, in milliseconds. Default: 10000.',
      },
    }),
  },
  isReading: true,
  async run({ given: { count = 1, timeout = 10_000, ...query }, control, signal }) {
    const [wanted, wait] = [Number(count), Number(timeout)]
    const { requests } = await control.listRequests(
      { ...query, count: wanted, wait, limit: mostShown },
      signal,
    )
    const isThere = requests.length >= wanted
    const end = isThere ? '' : `Only ${requests.length} of ${wanted} came in ${wait} ms.\n`
    return {
      text: end + linesOf(requests),
      data: { isThere, requests: requests.map(shortly) },
    }
  },
}

export const explainRequest: Tool = {
  title: 'Explain a request',
  description:
    'Shows one request with its headers and body, what it was answered and by which rule; and where nothing answered it, why, and what would. Default: the last request that nothing answered.',
  input: {
    arguments: argumentsOf({ id: { type: 'integer', description: 'As in list_requests.' } }),
  },
  isReading: true,
  async run(call) {
    const id = call.given['id'] ?? (await lastUnmatched(call))
    if (id === undefined) {
      return { text: 'Every request was answered.', data: {} }
    }
    const request = await call.control.getRequest(String(id), call.signal)
    const { headers, response } = request
    const parts = [
      lineOf(request),
      ...why(request),
      `Headers: ${headers.map((pair) => pair.join(': ')).join('; ')}`,
      ...(response?.body && request.outcome !== 'unmatched'
        ? [`Response: ${cut(response.body)}`]
        : []),
    ]
    return {
      text: parts.join('\n'),
      data: {
        ...request,
        body: cut(request.body),
        ...(response && { response: { ...response, body: cut(response.body) } }),
      },
    }
  },
}

async function lastUnmatched({ control, signal }: ToolCall): Promise<number | undefined> {
  const [last] = await lastRequests(control, { unmatched: true }, 1, signal)
  return last?.id
}

/** Reads the whole journal, because it lists the oldest requests first. Default size: 1,000. */
async function lastRequests(
  control: Control,
  query: object,
  count: number,
  signal: AbortSignal,
): Promise<readonly RecordedRequest[]> {
  let last: readonly RecordedRequest[] = []
  let after: string | undefined
  for (;;) {
    const page = await control.listRequests({ ...query, after, limit: 1000 }, signal)
    last = [...last, ...page.requests].slice(-count)
    if (!page.more) return last
    after = page.next
  }
}

function linesOf(requests: readonly RecordedRequest[]): string {
  return requests.map(lineOf).join('\n')
}

/** Returns a line such as `#3 POST /endpoint/orders?a=1 → 201 by rule created, body {"id":1}`. */
function lineOf({ id, method, path, query, outcome, ...rest }: RecordedRequest): string {
  const target = `${path}${query === '' ? '' : `?${query}`}`
  const by = rest.rule === null ? '' : ` by rule ${rest.rule}`
  const end = rest.held ? 'held' : outcome === 'answered' ? String(rest.statusCode) : outcome
  const body = rest.body === '' ? '' : `, body ${cut(rest.body, 200)}`
  return `#${id} ${method} ${target} → ${rest.fault ?? end}${by}${body}`
}

/** Returns the part of a request that lists include. */
function shortly(request: RecordedRequest): object {
  const { headers, ...rest } = request
  return { ...rest, body: cut(request.body, 500) }
}

/** Explains why a request was unmatched, and proposes a rule that answers it. */
function why({ outcome, response, closest, path, method }: RecordedRequest): string[] {
  if (outcome !== 'unmatched') return []
  const detail =
    detailOf(response?.body ?? '') ?? (closest ? `The closest is ${mismatchInWords(closest)}.` : '')
  const [, name, below = ''] = /^\/endpoint\/([^/%]+)(\/.+)?$/s.exec(path) ?? []
  const when = { method, ...(below !== '' && { path: below }) }
  const rule = { endpoint: name, when, response: { statusCode: 200, data: {} } }
  return [
    inWordsOfTools(detail),
    ...(name === undefined ? [] : [`To answer it: add_rule ${JSON.stringify(rule)}`]),
  ].filter((line) => line !== '')
}

/** Returns the `detail` of the problem in a response body, if it has one. */
function detailOf(body: string): string | undefined {
  try {
    const { detail } = JSON.parse(body) as { readonly detail?: unknown }
    return typeof detail === 'string' ? detail : undefined
  } catch {
    return undefined
  }
}
