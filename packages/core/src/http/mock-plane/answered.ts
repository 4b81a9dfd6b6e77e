// The data that the journal records about an answered request.
import type { End } from '../../journal/recorder.ts'
import type { PlainResponse } from '../../model/http/response.ts'
import type { Incoming } from '../adapters/incoming.ts'

/** The rule that a request is recorded with, and whether the rule holds it. */
export interface ByRule {
  readonly rule?: string
  readonly held?: boolean | undefined
}

export const noRule: ByRule = Object.freeze({})

/** Further data about the end of a request. */
export type More = Partial<Omit<End, 'statusCode' | 'response'>>

/** Returns how a request ended. A response to HEAD had no body. */
export function toEnd({ method }: Incoming, response: PlainResponse, more: More | undefined): End {
  const { status: statusCode, headers } = response
  const sent = method === 'HEAD' ? { headers, body: null } : response
  const end = { outcome: 'answered', statusCode, response: sent } as const
  // Most requests have no `more`, and spreading nothing still takes time.
  return more ? { ...end, ...more } : end
}
