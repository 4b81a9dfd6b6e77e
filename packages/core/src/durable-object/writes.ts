// Makes writes to the endpoints and rules.
import type { Write } from '../model/store/store-writes.ts'
import type { SqlEndpoints } from './endpoints.ts'
import type { SqlRules } from './rules.ts'

export interface Contents {
  readonly endpoints: SqlEndpoints
  readonly rules: SqlRules
}

/** Makes a write, and returns the number of endpoints or rules that it removed. */
export function makeWrite(write: Write, contents: Contents): number {
  const { endpoints, rules } = contents
  if (write === 'clear') {
    rules.clear()
    return endpoints.clear()
  }
  if ('remove' in write) return removeEndpoint(write.remove, contents)
  if ('removeRule' in write) return rules.remove(write.removeRule) ? 1 : 0
  if ('clearRules' in write) return rules.clear(write.clearRules)
  if ('put' in write) endpoints.put(write.put)
  else if ('putRule' in write) rules.put(write.putRule)
  else {
    for (const endpoint of write.putAll.endpoints) endpoints.put(endpoint)
    for (const rule of write.putAll.rules) rules.put(rule)
  }
  return 0
}

/** Removes an endpoint and its rules. If there is no such endpoint, the rules stay. */
function removeEndpoint(name: string, { endpoints, rules }: Contents): 0 | 1 {
  if (!endpoints.remove(name)) return 0
  rules.clear(name)
  return 1
}
