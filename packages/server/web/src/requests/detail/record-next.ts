// Has the next request like one that was forwarded recorded: a rule for a single request, which is gone then.
import { type RecordedRequest, type RuleResponse, unless } from '@mock-endpoint/core/client'
import { askedIn } from '../../api/asked-in.ts'
import { control } from '../../api/control.ts'
import { say, sayError } from '../../shell/toasts.tsx'

/**
 * The response in the journal would be a poor recording: it may be cut off, and its secrets are masked, so
 * that nobody would find them in its body.
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

/** That of the rule that forwarded it, if it still does. */
async function responseOf({ rule }: RecordedRequest): Promise<RuleResponse | undefined> {
  const found = rule === null ? undefined : await unless('rule-not-found', control.getRule(rule))
  return found?.response?.forward === undefined ? undefined : found.response
}
