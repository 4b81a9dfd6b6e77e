// Calls an endpoint as a client would, and keeps the response.

import type { RecordedRequest } from '@mock-endpoint/core/client'
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { control } from '../../api/control.ts'
import { markName } from '../../api/request-row.ts'
import { urlOf } from '../url-of.ts'
import { readBody, type TryResponse } from './read-body.ts'
import { findTried, type Tried } from './tried.ts'

/** The request to send. */
export interface TryRequest {
  readonly method: Signal<string>
  /** The part after the URL of the endpoint: a path, a query, or both. */
  readonly rest: Signal<string>
  /** One header per line: `name: value`. */
  readonly headers: Signal<string>
  readonly body: Signal<string>
}

export interface Try {
  readonly request: TryRequest
  readonly response: ReadonlySignal<TryResponse | undefined>
  /** The rule that answered, as soon as it is known. */
  readonly rule: ReadonlySignal<string | undefined>
  /** Why there is no response. */
  readonly fault: ReadonlySignal<string | undefined>
  readonly isWaiting: ReadonlySignal<boolean>
  run(): Promise<void>
  /** Cancels the request. What has arrived so far is shown. */
  cancel(): void
}

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

export function createTry(name: () => string): Try {
  const request: TryRequest = {
    method: signal('GET'),
    rest: signal(''),
    headers: signal(''),
    body: signal(''),
  }
  const answer = signal<TryResponse | undefined>(undefined)
  const fault = signal<string | undefined>(undefined)
  const rule = signal<string | undefined>(undefined)
  const isWaiting = signal(false)
  let waiting: AbortController | undefined

  async function run(): Promise<void> {
    waiting?.abort()
    const own = new AbortController()
    waiting = own
    isWaiting.value = true
    answer.value = fault.value = rule.value = undefined
    // The journal keeps the mark, so that a response that the browser hides can be found.
    const tried = { name: name(), mark: String(Math.random()), signal: own.signal }
    try {
      const got = await ask(tried, request)
      if (waiting === own) answer.value = got
      void nameRule(tried)
    } catch (error) {
      const text = own.signal.aborted ? undefined : await wordsFor(error)
      if (waiting === own) fault.value = text
    }
    if (waiting === own) isWaiting.value = false
  }

  async function nameRule(tried: Tried): Promise<void> {
    const found = await findTried(tried)
    if (waiting?.signal === tried.signal) rule.value = found?.rule ?? undefined
  }

  return { request, response: answer, fault, rule, isWaiting, run, cancel: () => waiting?.abort() }
}

async function ask(tried: Tried, request: TryRequest): Promise<TryResponse> {
  const { name, mark, signal } = tried
  const sent = toRequest(name, request, mark)
  const start = performance.now()
  const since = (): number => performance.now() - start
  const response = await fetch(sent, { signal })
  if (response.type === 'opaqueredirect') {
    const milliseconds = since()
    return { ...(await findRedirect(tried)), milliseconds }
  }
  const read = await readBody(response, signal)
  return {
    ...read,
    statusCode: response.status,
    headers: [...response.headers],
    milliseconds: since(),
  }
}

/** Throws an error with a sentence for the user if the request cannot be sent. */
function toRequest(name: string, { method, rest, headers: lines, body }: TryRequest, mark: string) {
  const headers = parseHeaders(lines.peek())
  headers.set(markName, mark)
  const hasBody = !/^(GET|HEAD)$/.test(method.peek()) && body.peek() !== ''
  const request = new Request(urlOf(name) + rest.peek(), {
    method: method.peek(),
    headers,
    cache: 'no-store',
    // A redirect is a response like others, but the browser would follow it.
    redirect: 'manual',
    ...(hasBody && { body: body.peek() }),
  })
  const left = [...headers.keys()].find((header) => !request.headers.has(header))
  if (left !== undefined) throw new Error(`Browsers do not let a page send the header “${left}”.`)
  return request
}

/** Throws an error with a sentence for the user if a line cannot be sent. */
function parseHeaders(text: string): Headers {
  const headers = new Headers()
  for (const line of text.split('\n').filter((line) => line.trim() !== '')) {
    const [, name, value = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:(.*)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`“${line}” is not a header. Write it as name: value.`)
    try {
      headers.append(name, value.trim())
    } catch {
      throw new Error(`The value of “${name}” has characters that a header cannot have.`)
    }
  }
  return headers
}

/** Asks the service, because `fetch` fails alike for a broken connection and a missing service. */
async function wordsFor(error: unknown): Promise<string> {
  if (!(error instanceof TypeError)) return error instanceof Error ? error.message : String(error)
  try {
    await control.getHealth(undefined)
    return 'The connection was closed before the response was whole.'
  } catch {
    return 'The service cannot be reached. Is it running?'
  }
}

let afterSave: string | undefined

/** Makes the form of that name try the endpoint when it is shown next. */
export function tryAfterSave(name: string): void {
  afterSave = name
}

export function takeTryAfterSave(name: string): boolean {
  const isWanted = afterSave === name
  afterSave = undefined
  return isWanted
}

const hiddenRedirect =
  'It answers with a redirect (3xx), which browsers hide from pages. It is not in the journal either: ask with curl.'
const notInJournal =
  'Browsers hide redirects from pages, and the journal does not keep what was answered: ask with curl.'

/** Resolves to the redirect in the journal. Rejects if the journal does not have it. */
async function findRedirect(tried: Tried): Promise<Omit<TryResponse, 'milliseconds'>> {
  const found = await findTried(tried)
  if (!found) throw new Error(hiddenRedirect)
  const { statusCode, response } = await control.getRequest(String(found.id), tried.signal)
  return { statusCode: statusCode ?? 0, ...contentOf(response) }
}

function contentOf(response: RecordedRequest['response']) {
  if (!response) return { headers: [], text: '', bytes: 0, cut: notInJournal }
  const { headers, body, bodyEncoding, bodyBytes, bodyTruncated } = response
  return {
    headers,
    text: bodyEncoding === undefined ? body : undefined,
    bytes: bodyBytes,
    ...(bodyTruncated && { cut: 'The journal keeps only the beginning.' }),
  }
}
