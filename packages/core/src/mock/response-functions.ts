// Response functions: calls them with the request, converts their results to responses of rules,
// and records their failures.

import { toReceived } from '../client/requests/received-request.ts'
import { visible } from '../client/requests/visible.ts'
import { writeResponse } from '../client/rules/write-rule.ts'
import type { AskedRequest, NewResponse, ResponseFailure } from '../client.ts'
import type { ErrorReporter } from '../http/error-reply.ts'
import { decodeBody } from '../journal/ring/capture.ts'
import { framing } from '../model/http/check-message.ts'
import { sheltered } from '../model/problem/errors.ts'
import { Problem } from '../model/problem/problem.ts'
import { parseReturned } from '../model/rule/parse-rule.ts'
import type { RuleResponse } from '../model/rule/rule.ts'
import { runYielding } from '../model/time/yielding.ts'
import type { ResponseFunction } from '../rules/active-rule.ts'

export interface ResponseFunctions {
  /** Returns the function in the form that rules call. */
  toResponse(given: (request: AskedRequest) => unknown): ResponseFunction
  /** Returns the failures since the last reset. */
  failures(): readonly ResponseFailure[]
  /** Clears the failures, also later ones of calls in progress. */
  clear(): void
}

export function createResponseFunctions(onError: ErrorReporter = () => {}): ResponseFunctions {
  const tell = sheltered(onError)
  let failures: ResponseFailure[] = []

  return {
    toResponse: (given) => async (record, params) => {
      const mine = failures
      const request = Object.assign(toReceived(record), { params })
      try {
        return await toRuleResponse(await given(request))
      } catch (cause) {
        const { id, method, path } = record
        const message = `The function that answers ${method} ${visible(path)} failed: ${inWords(cause)}`
        mine.push({ request: id, message, cause })
        tell(cause, { method, route: '/endpoint/:name' })
        throw new Problem('response-failed', message, {}, { cause })
      }
    },
    failures: () => failures,
    clear() {
      failures = []
    },
  }
}

async function toRuleResponse(value: unknown): Promise<RuleResponse | undefined> {
  if (value === undefined) return undefined
  if (value === null)
    throw new TypeError('it returned null, and a response is such as { data: [] }.')
  const response = isResponse(value) ? await fromResponse(value) : value
  return runYielding(parseReturned(writeResponse(response)))
}

function inWords(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** Whether a value is a `Response`, of any realm or library. */
function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === '[object Response]'
}

/** Converts a `Response` to the response of a rule. Reads its body to the end. */
async function fromResponse(response: Response): Promise<NewResponse> {
  if (response.type === 'error') return { fault: 'reset' }
  if (response.bodyUsed) {
    throw new TypeError('its Response was read before it was returned; return `response.clone()`.')
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  return {
    statusCode: response.status,
    headers: headersOf(response),
    ...decodeBody(bytes, false),
  }
}

function headersOf({ headers, url }: Response): Record<string, string | null | string[]> {
  // Without a content type, it is sent without one.
  const given: Record<string, string | null | string[]> = { 'content-type': null }
  for (const [name, value] of headers) {
    // The body of a fetched response is already decoded.
    const isDecoded = name === 'content-encoding' && url !== ''
    if (!framing.has(name) && !isDecoded) given[name] = value
  }
  const cookies = headers.getSetCookie()
  return cookies.length > 0 ? { ...given, 'set-cookie': cookies } : given
}
