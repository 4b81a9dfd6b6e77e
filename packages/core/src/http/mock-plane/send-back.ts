// Sends the response of another service to the client.

import type { ForwardResponse } from '../../forward/forwarder.ts'
import { createBodyStart } from '../../journal/ring/body-start.ts'
import type { HeaderPairs } from '../../model/http/response.ts'
import { textIn } from '../../model/json/utf8.ts'
import { Problem } from '../../model/problem/problem.ts'
import type { Plan } from '../../rules/respond/plan.ts'
import { headerOf } from '../adapters/incoming.ts'
import { sendAt } from './deliver.ts'
import type { Exchange } from './exchange.ts'
import type { ForwardWaiting } from './forward-waiting.ts'
import type { Tape } from './tape.ts'

/**
 * Sends a response that has arrived whole at once, and any other as it arrives. Rejects only before
 * any of it was sent.
 */
export async function sendBack(
  exchange: Exchange,
  { bytesPerSecond }: Plan,
  { status, headers: given, body: pieces }: ForwardResponse,
  { waiting, tape }: { readonly waiting: ForwardWaiting; readonly tape: Tape | undefined },
): Promise<void> {
  const returned = forPage(exchange, given)
  const mostRecorded = exchange.workspace.journal.responseBytes ?? 0
  const whole = !tape && bytesPerSecond === undefined && Array.isArray(pieces) && pieces[0]
  if (whole && isFramed(returned, whole)) {
    // The journal needs less memory for a text.
    const text = whole.byteLength <= mostRecorded ? textIn(whole) : undefined
    exchange.respond({ status, headers: returned, body: text ?? whole })
    return
  }
  const { headers, body } = exchange.begin({ status, headers: returned })
  const start = createBodyStart(mostRecorded)
  const record = (): void => {
    const { bytes, length: bodyBytes } = start.captured()
    const response = { headers, body: textIn(bytes) ?? bytes, bodyBytes }
    exchange.end({ outcome: 'answered', statusCode: status, response })
  }
  try {
    for await (const piece of pieces) {
      start.add(piece)
      if (tape) await tape.add(piece)
      await sendAt(exchange, body, piece, bytesPerSecond)
      if (exchange.hasLeft) return
    }
  } catch (error) {
    if (exchange.hasLeft) return
    tape?.fail('Its response broke off.')
    // It is too late for another response.
    if (waiting.isAborted()) exchange.end({ outcome: 'aborted' })
    else {
      noteBreak(exchange, error)
      record()
    }
    body.abort()
    return
  }
  await tape?.end()
  record()
  body.end()
}

/** Whether the headers say how long the body is. Not those of a 304, or of a response to HEAD. */
function isFramed(headers: HeaderPairs, { byteLength }: Uint8Array): boolean {
  const length = String(byteLength)
  return (
    byteLength > 0 && headers.some(([name, value]) => name === 'content-length' && value === length)
  )
}

function noteBreak(exchange: Exchange, cause: unknown): void {
  const { error = 'http_response_incomplete' } = cause instanceof Problem ? cause.extensions : {}
  if (exchange.forwarded) exchange.forwarded = { ...exchange.forwarded, error }
}

/** For a page, removes the CORS headers of the other service, because this service adds its own. */
function forPage(exchange: Exchange, headers: HeaderPairs): HeaderPairs {
  if (headerOf(exchange.incoming.headers, 'origin') === undefined) return headers
  return headers.filter(([name]) => !name.startsWith('access-control-'))
}
