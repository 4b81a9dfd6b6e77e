// From an endpoint's values to the body of an add.
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
 * The body of an add. What JSON cannot hold is refused, every fault at once; all else is for the
 * service to judge.
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
  // One without data is refused for that, with all that is wrong beside it.
  if (data === undefined) return text
  const errors: Fault[] = []
  const dataText = writeJson(data, '/data', (fault) => errors.push(fault))
  refuseFaults('invalid-endpoint', `The data of endpoint \`${others.name}\``, errors)
  return `{"data":${dataText}${text === '{}' ? '' : ','}${text.slice(1)}`
}
