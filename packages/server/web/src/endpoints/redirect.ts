// Browsers hide redirects from pages: what was answered is looked up in the journal.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { control } from '../api/control.ts'
import { liveJournal } from '../api/live-journal.ts'
import type { TryAnswer } from './read-body.ts'

interface Sought {
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

const hidden =
  'It answers with a redirect (3xx), which browsers hide from pages. It is not in the journal either: ask with curl.'
const notInJournal =
  'Browsers hide redirects from pages, and the journal does not keep what was answered: ask with curl.'

/** Rejects when the journal does not have it. */
export async function findRedirect(sought: Sought): Promise<Omit<TryAnswer, 'milliseconds'>> {
  for (let round = 0; round < rounds && !sought.signal.aborted; round++) {
    const found = await lookOnce(sought)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  throw new Error(hidden)
}

async function lookOnce({ name, markName, mark, signal }: Sought) {
  const { rows } = liveJournal.peek()
  const own = rows.filter(({ endpoint, statusCode }) => endpoint === name && statusCode !== null)
  for (const { id } of own.slice(-mostLookedAt).reverse()) {
    const request = await control.getRequest(String(id), signal)
    const { headers, statusCode, answer } = request
    if (headers.some(([header, value]) => header.toLowerCase() === markName && value === mark)) {
      return { statusCode: statusCode ?? 0, ...contentOf(answer) }
    }
  }
  return undefined
}

function contentOf(answer: RecordedRequest['answer']) {
  if (!answer) return { headers: [], text: '', bytes: 0, cut: notInJournal }
  const { headers, body, bodyEncoding, bodyBytes, bodyTruncated } = answer
  return {
    headers,
    text: bodyEncoding === undefined ? body : undefined,
    bytes: bodyBytes,
    ...(bodyTruncated && { cut: 'The journal keeps only the beginning.' }),
  }
}
