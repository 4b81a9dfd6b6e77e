// What the journal hears of a request that was answered.
import type { End } from '../../journal/recorder.ts'
import type { PlainResponse } from '../../model/http/response.ts'
import type { Incoming } from '../adapters/incoming.ts'

/** The rule that a request is recorded with, and whether that holds it. */
export interface ByRule {
  readonly rule?: string
  readonly held?: boolean | undefined
}

export const noRule: ByRule = Object.freeze({})

/** What else there is to say of it. */
export type More = Partial<Omit<End, 'statusCode' | 'response'>>

/** How it ended. To HEAD no body was sent. */
export function toEnd({ method }: Incoming, response: PlainResponse, more: More | undefined): End {
  const { status: statusCode, headers } = response
  const sent = method === 'HEAD' ? { headers, body: null } : response
  const end = { outcome: 'answered', statusCode, response: sent } as const
  // Most have no more, and to spread nothing costs all the same.
  return more ? { ...end, ...more } : end
}
