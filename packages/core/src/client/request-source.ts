// The journal of any control API as a source of requests for waits and lists.
import type { Control } from '../control/control.ts'
import { requestPages } from '../control/request-pages.ts'
import type { RecordedRequest } from '../model/request.ts'
import type { RequestSource } from './waiting.ts'

type Journal = Pick<Control, 'listRequests' | 'followRequests'>

export function createRequestSource(control: Journal): RequestSource {
  return {
    async list(endpoint) {
      const requests: RecordedRequest[] = []
      let dropped = 0
      for await (const page of requestPages(control, { endpoint })) {
        requests.push(...page.requests)
        dropped = page.dropped
      }
      return { requests, dropped }
    },
    async *watch(endpoint, signal) {
      try {
        for await (const events of control.followRequests({ endpoint }, signal)) {
          const records = events.flatMap((event) => (event.type === 'request' ? event.request : []))
          // A batch is in order of change; what was there already comes in one.
          yield* records.sort((one, other) => one.id - other.id)
        }
      } catch (error) {
        // Who gave up asks for nothing more.
        if (!signal.aborted) throw error
      }
    },
  }
}
