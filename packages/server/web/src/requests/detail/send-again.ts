// Sends a request again, as far as a browser lets a page do that.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { markedRow } from '../../api/marked-row.ts'
import { markName } from '../../api/request-row.ts'
import { masked, ofConnection } from './curl.ts'
import { bytesOf } from './message-text.ts'

export interface Sent {
  /** The id of the new request; `undefined` if it did not arrive in time. */
  readonly id: number | undefined
  /** Names of the parts that could not be sent. */
  readonly without: readonly string[]
}

const longestWait = 5000

/** Returns why the request cannot be sent again; `undefined` if it can. */
export function whyNotAgain({ method, bodyTruncated }: RecordedRequest): string | undefined {
  if (bodyTruncated) return 'Its body was not kept whole, so it cannot be sent again.'
  if (/^(CONNECT|TRACE|TRACK)$/i.test(method)) return `Browsers send no ${method} for a page.`
  return undefined
}

export async function sendAgain(request: RecordedRequest): Promise<Sent> {
  const { method, path, query } = request
  const target = query === '' ? path : `${path}?${query}`
  const url = new URL(location.origin + target)
  const { headers, without } = headersOf(request, url)
  const hasBody = !/^(GET|HEAD)$/.test(method)
  if (!hasBody && request.body !== '') without.push('the body')
  if (url.pathname + url.search !== target) without.push('the path as it was')
  // The journal records this header, so that the new request can be found.
  const mark = String(Math.random())
  headers.set(markName, mark)
  const arrived = markedRow({ mark, wait: longestWait })
  fetch(url, {
    method,
    headers,
    cache: 'no-store',
    redirect: 'manual',
    ...(hasBody && request.body !== '' && { body: bytesOf(request) }),
  })
    .then((response) => response.body?.pipeTo(new WritableStream()))
    .catch(() => {
      // The journal shows the response, and also a broken connection.
    })
  return { id: (await arrived)?.id, without }
}

function headersOf({ headers, method }: RecordedRequest, url: URL) {
  const without: string[] = []
  // The headers of a `Request` refuse those that a page may not set.
  const { headers: sent } = new Request(url, { method })
  for (const [name, value] of headers) {
    if (ofConnection.test(name)) continue
    if (value === masked || !isSet(sent, name, value)) without.push(name)
  }
  return { headers: new Headers(sent), without }
}

function isSet(headers: Headers, name: string, value: string): boolean {
  try {
    headers.append(name, value)
    return headers.has(name)
  } catch {
    return false
  }
}
