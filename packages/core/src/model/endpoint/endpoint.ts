// The endpoint: its four fields and their limits.
import { longestTimeout } from '../time/clock.ts'

/** A stored endpoint. It has exactly these four fields. */
export interface Endpoint {
  /** The last path segment of its URL: 1-255 bytes of UTF-8, case-sensitive. */
  readonly name: string
  /** The JSON text of the default response, byte for byte as it was given. */
  readonly data: string
  /** The HTTP status of the response, 200-599. */
  readonly statusCode: number
  /** Milliseconds before the response. */
  readonly delay: number
}

export const maxNameBytes = 255
export const maxDelay: number = longestTimeout

/** Returns the endpoint as JSON text, with its `data` byte for byte. */
export function endpointToJson({ name, data, statusCode, delay }: Endpoint): string {
  return `{"name":${JSON.stringify(name)},"data":${data},"statusCode":${statusCode},"delay":${delay}}`
}
