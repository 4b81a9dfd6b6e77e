// Endpoints and rules as texts, which a mock starts with.
import type { Service } from '../http/app.ts'
import { type Endpoint, endpointToJson } from '../model/endpoint/endpoint.ts'
import { parseEndpoint } from '../model/endpoint/parse-endpoint.ts'
import { runYielding } from '../model/time/yielding.ts'

/** Endpoints and rules as they stand in files. */
export interface MockRecords {
  /** Their data is text, answered byte for byte. */
  readonly endpoints: readonly Endpoint[]
  /** JSON texts, as the control API takes them. Of several that match, the last one answers. */
  readonly rules: readonly string[]
}

/** Returns what adds records, or puts them back. It rejects with a `Problem` when one is not valid. */
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
