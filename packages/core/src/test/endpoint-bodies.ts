// Bodies that add an endpoint, and their faults.
import { expect } from 'vitest'
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { parseEndpoint as parseYielding } from '../model/endpoint/parse-endpoint.ts'
import { Problem } from '../model/problem/problem.ts'
import { runWhole } from './run-whole.ts'

export function parseEndpoint(body: string): Endpoint {
  return runWhole(parseYielding(body))
}

/** A valid body with these members, which replace its own or follow them. */
export function bodyWith(members: Readonly<Record<string, string>>): string {
  const written = Object.entries({ name: '"a"', data: '1', ...members })
  return `{${written.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

/** Returns the faults of a body, each as `pointer detail`. */
export function faultsOf(body: string): string[] {
  try {
    parseEndpoint(body)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect(error.code).toBe('invalid-endpoint')
    return (error.extensions.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`)
  }
  return []
}

export const badStatus =
  '/statusCode must be an integer from 200 to 599 (1xx cannot end an exchange)'
export const badDelay =
  '/delay must be a number of milliseconds from 0 to 2147483647 (the limit of timers)'
