// Writes the body of the call that adds an endpoint.
import { type Fault, Problem } from '../model/problem/problem.ts'
import { writeJson } from './json-writer.ts'
import { refuseFaults } from './refuse-faults.ts'

interface Values {
  readonly name: string
  readonly data: unknown
  readonly statusCode?: number | undefined
  readonly delay?: number | undefined
}

/**
 * Returns the body of the call that adds an endpoint. Throws one problem for all data that JSON
 * cannot hold. The service checks everything else.
 */
export function writeEndpoint(endpoint: Values): string {
  if (typeof endpoint !== 'object' || endpoint === null) {
    const sentence = "An endpoint is one object, such as { name: 'orders', data: [] }."
    throw new Problem('invalid-endpoint', sentence, {
      errors: [{ pointer: '', detail: 'must be an object' }],
    })
  }
  const { data, ...others } = endpoint
  const text = JSON.stringify(others)
  // The service refuses an endpoint without data, and reports its other faults too.
  if (data === undefined) return text
  const errors: Fault[] = []
  const dataText = writeJson(data, '/data', (fault) => errors.push(fault))
  refuseFaults('invalid-endpoint', `The data of endpoint \`${others.name}\``, errors)
  return `{"data":${dataText}${text === '{}' ? '' : ','}${text.slice(1)}`
}
