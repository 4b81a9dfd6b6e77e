// Keeps the last attempts of all deliveries together.
import { createIsMasked, decodeBody, mask } from '../journal/ring/capture.ts'
import type { DeliveryAttempt } from '../model/delivery/delivery.ts'
import type { RecordedResponse } from '../model/http/request.ts'
import type { KeptAttempt } from './attempt.ts'
import type { KeptMessage } from './reply.ts'

/** The attempts of one delivery. */
export interface KeptAttempts {
  add(attempt: KeptAttempt): void
  /** In the order in which they ended, with requests and responses if `isWhole`. */
  list(isWhole: boolean): DeliveryAttempt[]
  /** Returns how many earlier attempts were dropped. */
  dropped(): number
  /** Removes them, and accepts no more. */
  clear(): void
}

const most = { attempts: 10_000, bytes: 32 * 1024 * 1024 }

/** Returns a factory for the `KeptAttempts` of a delivery. Masks the values of these headers. */
export function createKeptAttempts(masked: readonly string[]): () => KeptAttempts {
  const isMasked = createIsMasked(masked)
  /** In the order in which they ended, each with all attempts of its delivery. */
  const all = new Map<KeptAttempt, Set<KeptAttempt>>()
  let bytes = 0

  function forget(attempt: KeptAttempt): void {
    bytes -= sizeOf(attempt)
    all.get(attempt)?.delete(attempt)
    all.delete(attempt)
  }

  return () => {
    const own = new Set<KeptAttempt>()
    let ended = 0
    let isCleared = false
    return {
      add(attempt) {
        // An attempt may end after its delivery was removed.
        if (isCleared) return
        ended += 1
        own.add(attempt)
        all.set(attempt, own)
        bytes += sizeOf(attempt)
        while (all.size > most.attempts || bytes > most.bytes) {
          const [first = attempt] = all.keys()
          forget(first)
        }
      },
      list: (isWhole) => [...own].map((attempt) => shown(attempt, isWhole, isMasked)),
      dropped: () => ended - own.size,
      clear() {
        isCleared = true
        for (const attempt of own) forget(attempt)
      },
    }
  }
}

function shown(
  { request, response, ...attempt }: KeptAttempt,
  isWhole: boolean,
  isMasked: (name: string) => boolean,
): DeliveryAttempt {
  if (!isWhole) return attempt
  return {
    ...attempt,
    request: shownMessage(request, isMasked),
    ...(response && { response: shownMessage(response, isMasked) }),
  }
}

function shownMessage(
  { headers, body: { bytes, length } }: KeptMessage,
  isMasked: (name: string) => boolean,
): RecordedResponse {
  const isTruncated = bytes.byteLength < length
  return {
    headers: headers.map(([name, value]) => [name, isMasked(name) ? mask : value]),
    ...decodeBody(bytes, isTruncated),
    bodyBytes: length,
    bodyTruncated: isTruncated,
  }
}

/** Roughly how many bytes an attempt takes, without its texts and bodies. */
const overhead = 1024

function sizeOf({ request, response, detail = '' }: KeptAttempt): number {
  const bodies = request.body.bytes.byteLength + (response?.body.bytes.byteLength ?? 0)
  return overhead + detail.length + bodies + lengthOf(request) + (response ? lengthOf(response) : 0)
}

function lengthOf({ headers }: KeptMessage): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}
