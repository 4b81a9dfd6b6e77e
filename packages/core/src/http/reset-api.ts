// The control API's way back to how a test began: POST /api/reset.
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Delays } from '../engine/delays.ts'
import type { Journal } from '../engine/journal.ts'
import type { Registry } from '../engine/registry.ts'
import { type FieldsSchema, faultsToText, readFields } from '../model/fields.ts'
import { decodeJsonBytes } from '../model/json-bytes.ts'
import { readMembers } from '../model/json-text.ts'
import { type Fault, Problem } from '../model/problem.ts'
import { readBody } from './body.ts'
import { json } from './json.ts'
import { otherMethods } from './method-not-allowed.ts'

export interface ResetApiOptions {
  readonly registry: Registry
  readonly delays: Delays
  readonly journal: Journal
}

interface Reset {
  /** Whether the endpoints go too. */
  readonly endpoints: boolean
}

export const resetSchema: FieldsSchema<Reset> = z.strictObject({
  endpoints: z._default(z.boolean('must be true or false'), false),
})

const longestBody = 64 * 1024

export function createResetApi({ registry, delays, journal }: ResetApiOptions): Hono {
  const api = new Hono()

  api.post('/', async (c) => {
    const body = await readBody(c.req.raw, longestBody, 'send its options alone')
    const { endpoints } = parseReset(decodeJsonBytes(body))
    delays.cancel(cancelled)
    journal.clear()
    if (endpoints) await registry.clear()
    return json('{"success":true}')
  })

  api.all('/', otherMethods(['POST']))
  return api
}

/** Without a body everything is as it is by default. */
function parseReset(body: string): Reset {
  const members = body.trim() === '' ? [] : readMembers(body)
  if (members === undefined) throw invalid([{ pointer: '', detail: 'must be an object' }])
  const entries = members.map(({ name, text }) => [name, JSON.parse(text)] as const)
  const { value, faults } = readFields(resetSchema, entries)
  if (value === undefined) throw invalid(faults)
  return value
}

function invalid(faults: readonly Fault[]): Problem {
  const detail = `${faultsToText(faults)} The options are {"endpoints"?: …}.`
  return new Problem('invalid-options', detail, { errors: faults })
}

/** What a reset tells those whose delay it ends. */
export function cancelled(): Problem {
  return new Problem('delay-cancelled', 'A reset came before the delay of this answer was over.')
}
