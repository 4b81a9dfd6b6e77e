// Records the next request like a forwarded one, with a temporary rule for a single request.
import { type RecordedRequest, type RuleResponse, unless } from '@mock-endpoint/core/client'
import { askedIn } from '../../api/asked-in.ts'
import { control } from '../../api/control.ts'
import { say, sayError } from '../../shell/toasts.tsx'

/**
 * Adds the rule. The response in the journal is not used, because it may be truncated, and because
 * secrets in its headers are masked, so that copies of them in its body would not be found.
 */
export async function recordNext(request: RecordedRequest): Promise<void> {
  const { method, path, query, endpoint, forwarded } = request
  if (endpoint === null || !forwarded) return
  const below = askedIn(path)?.below ?? '/'
  try {
    const { record, ...response } = (await responseOf(request)) ?? { forward: forwarded.to }
    const rule = {
      endpoint,
      when: { method, path: below, exactPath: true, queryString: query },
      response: { ...response, record: record || true },
      times: 1,
    }
    const { id } = await control.addRule(JSON.stringify(rule))
    const undo = (): void => void control.removeRule(id).catch(sayError)
    say(`The next ${method} ${below} is recorded.`, undo)
  } catch (error) {
    sayError(error)
  }
}

/** Returns the response of the rule that forwarded the request, if it still forwards. */
async function responseOf({ rule }: RecordedRequest): Promise<RuleResponse | undefined> {
  const found = rule === null ? undefined : await unless('rule-not-found', control.getRule(rule))
  return found?.response?.forward === undefined ? undefined : found.response
}
