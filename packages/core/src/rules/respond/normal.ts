// The default response of an endpoint, as rules see it.
import type { PlainResponse } from '../../model/http/response.ts'

export interface Normal extends PlainResponse {
  /** Milliseconds. */
  readonly delay: number
  /** The data, if the status has no body to send it in. */
  readonly unsent?: string
}
