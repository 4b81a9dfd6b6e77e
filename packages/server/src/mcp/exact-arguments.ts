// The arguments of a tool as they were written: JSON.parse would round numbers that endpoints answer exactly.
import { membersOf } from '@mock-endpoint/core/documents'

const member = 'json'

/**
 * A message of JSON-RPC whose arguments, if it calls a tool, are an object with their text alone. One
 * that is not JSON stays as it is.
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

/** Their text; of a message that came some other way, as they are. */
export function argumentsIn(given: Readonly<Record<string, unknown>> = {}): string {
  const text = given[member]
  const isExact = typeof text === 'string' && Object.keys(given).length === 1
  return isExact ? text : JSON.stringify(given)
}
