// From an endpoint's values to the body of an add.
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
