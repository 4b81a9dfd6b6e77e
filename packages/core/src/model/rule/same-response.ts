// Whether a service responded the same again.
import type { RuleResponse } from './rule.ts'

/** Headers that differ from response to response, and mean nothing to a program that is tested. */
const volatile =
  /(?:^|-)(?:request|trace|correlation)-?id$|rate-?limit|^(?:age|cf-ray|expires|report-to|server-timing|traceparent|x-runtime|x-timer)$/

export function isSameResponse(a: RuleResponse, b: RuleResponse): boolean {
  return essence(a) === essence(b)
}

function essence({ headers = {}, events, ...rest }: RuleResponse): string {
  const kept = Object.entries(headers).filter(([name]) => !volatile.test(name))
  // The times of a stream are others each time.
  return JSON.stringify([rest, kept, events?.map(({ delay: _delay, ...event }) => event)])
}
