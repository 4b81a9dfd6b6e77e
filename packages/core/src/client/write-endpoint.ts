// From an endpoint's values to the body of an add, and from its name to a segment of a path.
import { type Fault, Problem } from '../model/problem.ts'
import { writeJson } from './json-writer.ts'

interface Values {
  readonly name: string
  readonly data: unknown
  readonly statusCode?: number | undefined
  readonly delay?: number | undefined
}

/** The body of an add. Members that are `undefined` are left out, but for `data`. */
export function writeEndpoint({ data, ...others }: Values): string {
  const refuse = ({ pointer, detail }: Fault): never => {
    const sentence = `The data of endpoint \`${others.name}\` cannot be sent: ${pointer} ${detail}.`
    throw new Problem('invalid-endpoint', sentence, { errors: [{ pointer, detail }] })
  }
  const dataText = writeJson(data, '/data', refuse)
  const text = JSON.stringify(others)
  return `{"data":${dataText}${text === '{}' ? '' : ','}${text.slice(1)}`
}

/** A name in a path. One that would make it another path (WHATWG URL, 4.4) is refused. */
export function toSegment(name: string): string {
  if (name === '' || name === '.' || name === '..' || /\p{Surrogate}/u.test(name)) {
    const detail = 'must not be empty, . or .. or hold lone surrogates'
    const sentence = `No endpoint has the name ${JSON.stringify(name)}: it ${detail}.`
    throw new Problem('invalid-endpoint', sentence, { errors: [{ pointer: '/name', detail }] })
  }
  return encodeURIComponent(name)
}
