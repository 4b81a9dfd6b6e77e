// The request that was tried, as the journal has it: which rule answered, and what browsers hide.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { control } from '../api/control.ts'
import { liveJournal } from '../api/live-journal.ts'

export interface Tried {
  /** The endpoint that was asked. */
  readonly name: string
  /** The header of the request that no other has. */
  readonly markName: string
  readonly mark: string
  readonly signal: AbortSignal
}

const mostLookedAt = 20
const rounds = 10
const pause = 200

/** Resolves to `undefined` when the journal does not have it within two seconds. */
export async function findTried(tried: Tried): Promise<RecordedRequest | undefined> {
  for (let round = 0; round < rounds && !tried.signal.aborted; round++) {
    const found = await lookOnce(tried)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return undefined
}

async function lookOnce({ name, markName, mark, signal }: Tried) {
  const { rows } = liveJournal.peek()
  const own = rows.filter(({ endpoint, statusCode }) => endpoint === name && statusCode !== null)
  for (const { id } of own.slice(-mostLookedAt).reverse()) {
    const request = await control.getRequest(String(id), signal)
    const isMarked = request.headers.some(
      ([header, value]) => header.toLowerCase() === markName && value === mark,
    )
    if (isMarked) return request
  }
  return undefined
}
