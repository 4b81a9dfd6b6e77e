import type { RecordedRequest } from '@mock-endpoint/core/client'
import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

function requestOf(method: string, body: string): RecordedRequest {
  return {
    id: 1,
    endpoint: 'orders',
    rule: null,
    receivedAt: '2026-01-01T00:00:00.000Z',
    method,
    path: '/endpoint/orders',
    query: '',
    headers: [['content-type', 'text/plain']],
    body,
    bodyBytes: body.length,
    bodyTruncated: false,
    statusCode: 200,
    outcome: 'answered',
    durationMs: 1,
  }
}

const rest = "http://localhost/endpoint/orders \\\n  -H 'content-type: text/plain'"

test.each([
  ['GET', '', `curl ${rest}`],
  ['GET', 'x', `curl -X GET ${rest} \\\n  --data-raw x`],
  ['POST', 'x', `curl -X POST ${rest} \\\n  --data-raw x`],
  ['HEAD', '', `curl --head ${rest}`],
  ['HEAD', 'x', `curl --head ${rest}`],
  ['HEAD', '\0', `curl --head ${rest}`],
])('the curl command for %s with the body %j sends the same method', (method, body, command) => {
  expect(curlOf(requestOf(method, body), 'http://localhost')).toBe(command)
})
