// Keeps the text of the arguments of a tool, because JSON.parse would round numbers that endpoints
// return exactly.
import { membersOf } from '@mock-endpoint/core/documents'

const member = 'json'

/**
 * Returns a JSON-RPC message. If it calls a tool, its arguments are replaced with an object that
 * has only their text. A message that is not valid JSON is returned unchanged.
 */
export function withExactArguments(message: string): string {
  try {
    const members = membersOf(message)
    if (members.get('method') !== '"tools/call"') return message
    const params = membersOf(members.get('params') ?? '{}')
    const text = params.get('arguments')
    if (text === undefined) return message
    const exact = new Map(params).set('arguments', JSON.stringify({ [member]: text }))
    return write(new Map(members).set('params', write(exact)))
  } catch {
    return message
  }
}

function write(members: ReadonlyMap<string, string>): string {
  return `{${[...members].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

/** Returns the exact text of arguments if there is one, otherwise the arguments as JSON. */
export function argumentsIn(given: Readonly<Record<string, unknown>> = {}): string {
  const text = given[member]
  const isExact = typeof text === 'string' && Object.keys(given).length === 1
  return isExact ? text : JSON.stringify(given)
}
