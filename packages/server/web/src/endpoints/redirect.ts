// Browsers hide redirects from pages: what was answered is looked up in the journal.
import type { RecordedRequest } from '@mock-endpoint/core/client'
import { control } from '../api/control.ts'
import type { TryResponse } from './read-body.ts'
import { findTried, type Tried } from './tried.ts'

const hidden =
  'It answers with a redirect (3xx), which browsers hide from pages. It is not in the journal either: ask with curl.'
const notInJournal =
  'Browsers hide redirects from pages, and the journal does not keep what was answered: ask with curl.'

/** Rejects when the journal does not have it. */
export async function findRedirect(tried: Tried): Promise<Omit<TryResponse, 'milliseconds'>> {
  const found = await findTried(tried)
  if (!found) throw new Error(hidden)
  const { statusCode, response } = await control.getRequest(String(found.id), tried.signal)
  return { statusCode: statusCode ?? 0, ...contentOf(response) }
}

function contentOf(response: RecordedRequest['response']) {
  if (!response) return { headers: [], text: '', bytes: 0, cut: notInJournal }
  const { headers, body, bodyEncoding, bodyBytes, bodyTruncated } = response
  return {
    headers,
    text: bodyEncoding === undefined ? body : undefined,
    bytes: bodyBytes,
    ...(bodyTruncated && { cut: 'The journal keeps only the beginning.' }),
  }
}
