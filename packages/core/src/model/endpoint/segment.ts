// Names as segments of a path.
import { Problem } from '../problem/problem.ts'

/** Encodes a name. Throws `invalid-endpoint` if a URL parser would change it (WHATWG URL, 4.4). */
export function toSegment(name: string): string {
  if (name === '' || name === '.' || name === '..' || /\p{Surrogate}/u.test(name)) {
    const detail = 'must not be empty, . or .. or hold lone surrogates'
    const sentence = `No endpoint has the name ${JSON.stringify(name)}: it ${detail}.`
    throw new Problem('invalid-endpoint', sentence, { errors: [{ pointer: '/name', detail }] })
  }
  return encodeURIComponent(name)
}
