// A request as a journal shows it, for tests that need one.
import type { RecordedRequest } from '../model/http/request.ts'

/** A POST to `orders` that was answered at once, but for what is said otherwise. */
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
