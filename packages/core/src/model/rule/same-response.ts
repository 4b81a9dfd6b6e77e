// Compares two recorded responses of a service.
import type { RuleResponse } from './rule.ts'

/** Headers that differ between responses, and do not matter to a program under test. */
const volatile =
  /(?:^|-)(?:request|trace|correlation)-?id$|rate-?limit|^(?:age|cf-ray|expires|report-to|server-timing|traceparent|x-runtime|x-timer)$/

export function isSameResponse(a: RuleResponse, b: RuleResponse): boolean {
  return essence(a) === essence(b)
}

function essence({ headers = {}, events, ...rest }: RuleResponse): string {
  const kept = Object.entries(headers).filter(([name]) => !volatile.test(name))
  // The delays between events differ each time.
  return JSON.stringify([rest, kept, events?.map(({ delay: _delay, ...event }) => event)])
}
