// A service that records the responses of a function, for tests.
import type { AppOptions } from '../../http/app-options.ts'
import type { Forwarded } from '../../model/http/request.ts'
import type { ListedRule } from '../../model/rule/rule.ts'
import { serveForward } from './served-forward.ts'
import { addRule } from './served-rule.ts'

interface Served extends Awaited<ReturnType<typeof serveForward>> {
  /** The rule that records. */
  readonly rule: { readonly id: string; readonly response: object }
  /** The other rules. */
  readonly rules: () => Promise<readonly ListedRule[]>
  readonly get: (path: string) => Promise<string>
  /** Resolves to `forwarded` of the last request in the journal. */
  readonly forwarded: () => Promise<Forwarded | undefined>
}

/** Serves a rule that forwards to `respond` and records its responses. */
export async function serveRecorder(
  respond: (request: Request) => Response | Promise<Response>,
  record: unknown = true,
  options: Partial<AppOptions> = {},
  headers: object = {},
): Promise<Served> {
  const response = { forward: 'https://api.example.com', record, headers }
  const rule = { id: 'recorder', when: { path: '/*' }, response }
  const served = await serveForward(respond, {}, options)
  const { call } = served
  await call('DELETE', '/api/rule')
  await addRule(call, rule)
  const rules = async (): Promise<ListedRule[]> => {
    const { rules } = (await (await call('GET', '/api/rule')).json()) as { rules: ListedRule[] }
    return rules.filter(({ id }) => id !== 'recorder')
  }
  const get = async (path: string): Promise<string> => (await call('GET', path)).text()
  const forwarded = async (): Promise<Forwarded | undefined> =>
    (await served.requests()).at(-1)?.forwarded
  return { ...served, rule, rules, get, forwarded }
}

/** Returns a function that responds with the number of its calls. */
export const numbered = (): (() => Response) => {
  let count = 0
  return () => Response.json(++count)
}
