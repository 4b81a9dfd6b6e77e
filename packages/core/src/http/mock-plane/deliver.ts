// Sends the response of a rule after its delay: at once, in pieces, slowly, or broken.
import type { SentResponse } from '../../journal/recorder.ts'
import { createPace } from '../../model/time/yielding.ts'
import type { Choice } from '../../rules/choose.ts'
import type { Piece } from '../../rules/respond/content.ts'
import type { Plan } from '../../rules/respond/plan.ts'
import type { PacedBody } from '../adapters/incoming.ts'
import type { Exchange } from './exchange.ts'

/**
 * Resolves to whether the response was sent, or broken as in the rule. Rejects with the problem
 * that ends a wait before anything was sent.
 */
export async function deliver(exchange: Exchange, choice: Choice, plan: Plan): Promise<boolean> {
  const { fault, status, headers, body } = plan
  if (fault === 'hang') await hang(exchange, choice)
  if (fault === 'reset' || fault === 'close' || fault === 'malformed') {
    exchange.abort(fault)
    return true
  }
  const pieces = exchange.incoming.method === 'HEAD' ? [] : piecesOf(plan)
  const isPaced = fault === 'truncate' || plan.pieces || plan.bytesPerSecond !== undefined
  if (pieces.length > 0 && isPaced) return sendPieces(exchange, plan, pieces)
  exchange.respond({ status, headers, body }, { fault })
  return true
}

/** Never resolves. A reset or a disconnect of the client ends it. */
function hang(exchange: Exchange, { endpoint, id: rule }: Choice): Promise<never> {
  return new Promise((_, reject) => {
    exchange.holdBack({ endpoint, rule }, (problem) => problem && reject(problem), 'hang')
  })
}

/** Returns the pieces of the body, up to where it is truncated. */
function piecesOf({ pieces, body, fault }: Plan): readonly Piece[] {
  if (pieces) return pieces
  if (body === null) return []
  const whole = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const bytes = fault === 'truncate' ? whole.subarray(0, whole.byteLength >> 1) : whole
  return [{ bytes, delay: 0 }]
}

/** Lets other work run after this many pieces, of all responses together. */
const pace = createPace(1000)

/** Resolves to whether all pieces were sent. */
async function sendPieces(
  exchange: Exchange,
  plan: Plan,
  pieces: readonly Piece[],
): Promise<boolean> {
  const { status, headers, bytesPerSecond, fault } = plan
  const { headers: sent, body } = exchange.begin({ status, headers })
  try {
    for (const { bytes, delay } of pieces) {
      if (delay > 0) await exchange.wait(delay)
      await pace.begin(() => {
        pace.count(1)
        return sendAt(exchange, body, bytes, bytesPerSecond)
      })
      if (exchange.hasLeft) break
    }
  } catch (error) {
    // For example a reset, or the end of the service. It is too late for another response.
    exchange.explain(error)
    exchange.end({ outcome: 'aborted' })
    body.abort()
    return false
  }
  if (exchange.hasLeft) {
    exchange.end({ outcome: 'aborted' })
    return false
  }
  const response = {
    headers: sent,
    ...joined(pieces, exchange.workspace.journal.responseBytes),
  }
  exchange.end({ outcome: 'answered', statusCode: status, response, fault })
  if (fault === 'truncate') body.abort()
  else body.end()
  return true
}

/** Returns the beginning of a body that was sent in pieces, and its whole length. */
function joined(
  pieces: readonly Piece[],
  most = 0,
): Required<Pick<SentResponse, 'body' | 'bodyBytes'>> {
  const bodyBytes = pieces.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
  const body = new Uint8Array(Math.min(most, bodyBytes))
  let at = 0
  for (const { bytes } of pieces) {
    if (at === body.byteLength) break
    const part = bytes.subarray(0, body.byteLength - at)
    body.set(part, at)
    at += part.byteLength
  }
  return { body, bodyBytes }
}

/** Milliseconds between two writes when the speed is limited. */
const beat = 100

/** Sends a piece of a body, at this speed if given. Rejects with the problem that ends a wait. */
export async function sendAt(
  exchange: Exchange,
  body: PacedBody,
  bytes: Piece['bytes'],
  bytesPerSecond: number | undefined = Number.POSITIVE_INFINITY,
): Promise<void> {
  if (bytesPerSecond === Number.POSITIVE_INFINITY) {
    await body.write(bytes)
    return
  }
  const most = Math.max(1, Math.floor((bytesPerSecond * beat) / 1000))
  for (let at = 0; at < bytes.byteLength && !exchange.hasLeft; at += most) {
    const slice = bytes.subarray(at, at + most)
    await exchange.wait((slice.byteLength / bytesPerSecond) * 1000)
    await body.write(slice)
  }
}
