// The endpoints and rules from files that a mock starts with.
import type { Service } from '../http/app.ts'
import { type Endpoint, endpointToJson } from '../model/endpoint/endpoint.ts'
import { parseEndpoint } from '../model/endpoint/parse-endpoint.ts'
import { Problem } from '../model/problem/problem.ts'
import { runYielding } from '../model/time/yielding.ts'

/** Endpoints and rules as they were read from files. */
export interface MockRecords {
  /** Their data is JSON text, sent byte for byte. */
  readonly endpoints: readonly Endpoint[]
  /** JSON texts, as the control API accepts them. If several match, the last one answers. */
  readonly rules: readonly string[]
}

/** Returns a function that adds or restores records. Rejects with a `Problem` if one is invalid. */
export function createAddRecords(
  service: Pick<Service, 'put' | 'control'>,
): (records: MockRecords | undefined) => Promise<void> {
  const valid = new WeakSet<Endpoint>()
  return async ({ endpoints, rules } = { endpoints: [], rules: [] }) => {
    for (const endpoint of endpoints) {
      if (!valid.has(endpoint)) await runYielding(parseEndpoint(endpointToJson(endpoint)))
      valid.add(endpoint)
      await service.put(endpoint)
    }
    for (const rule of rules) await service.control().addRule(rule)
  }
}

/** Adds a value of an option. Rejects with a `Problem` that also says which value it is. */
export async function addOfOption(which: string, add: () => Promise<unknown>): Promise<void> {
  try {
    await add()
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    const { code, message, extensions } = cause
    throw new Problem(code, `The option \`${which}\` is not valid: ${message}`, extensions, {
      cause,
    })
  }
}
