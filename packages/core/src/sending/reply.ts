// Keeps the beginning of a response to a webhook while it is read.
import type { ForwardResponse } from '../forward/forwarder.ts'
import { createBodyStart } from '../journal/ring/body-start.ts'
import type { CapturedBody } from '../journal/ring/capture.ts'
import type { HeaderPairs } from '../model/http/response.ts'

/** The headers and the body of a message. */
export interface KeptMessage {
  readonly headers: HeaderPairs
  readonly body: CapturedBody
}

/** A response that is being read. */
export interface Reply {
  /** Reads a response. Rejects if it breaks off. */
  read(response: ForwardResponse): Promise<void>
  /** Returns what has been read so far. The status is `null` if there is no response. */
  kept(): { readonly statusCode: number | null; readonly response?: KeptMessage }
}

/** Maximum number of bytes that are read of a body. Receivers send far less. */
const mostRead = 1024 * 1024

/** Keeps at most `most` bytes of the body. */
export function createReply(most: number): Reply {
  let head: ForwardResponse | undefined
  const start = createBodyStart(most)
  return {
    async read(response) {
      head = response
      for await (const piece of response.body) {
        if (start.add(piece) > mostRead) return
      }
    },
    kept() {
      if (!head) return { statusCode: null }
      const { status, headers } = head
      const { bytes, length } = start.captured()
      // A copy: the first piece may be part of a larger one.
      return { statusCode: status, response: { headers, body: { bytes: bytes.slice(), length } } }
    },
  }
}
