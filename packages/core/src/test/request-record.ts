// A recorded request, for tests.
import type { RecordedRequest } from '../model/http/request.ts'

/** Returns an answered POST to `orders`, with these members replaced. */
export function requestRecord(rest: Partial<RecordedRequest> = {}): RecordedRequest {
  return {
    id: 7,
    endpoint: 'orders',
    rule: null,
    method: 'POST',
    path: '/endpoint/orders',
    query: '',
    headers: [],
    body: '',
    bodyBytes: 0,
    bodyTruncated: false,
    receivedAt: '2027-01-15T08:00:00.123Z',
    statusCode: 200,
    outcome: 'answered',
    durationMs: 1.5,
    ...rest,
  }
}
