// What is typed into the form of an endpoint, and what is wrong with it.
import { type Endpoint, Problem } from '@mock-endpoint/core/client'
import { type Signal, signal } from '@preact/signals'
import { messageOf } from '../api/control.ts'
import { faultsOf, placeOf } from './check-json.ts'
import { parseDelay, splitDelay, type Unit } from './delay.ts'
import { parseStatus, textOf } from './status-code.ts'

/** What is wrong with which field. */
type Faults = Readonly<Partial<Record<'name' | 'statusCode' | 'delay' | 'data' | 'other', string>>>

export interface Draft {
  readonly name: Signal<string>
  readonly status: Signal<string>
  /** The delay, in this unit. */
  readonly amount: Signal<string>
  readonly unit: Signal<Unit>
  readonly data: Signal<string>
  readonly faults: Signal<Faults>
}

export function createDraft({ name, statusCode, delay, data }: Endpoint): Draft {
  const { amount, unit } = splitDelay(delay)
  return {
    name: signal(name),
    status: signal(textOf(statusCode)),
    amount: signal(amount),
    unit: signal(unit),
    data: signal(data),
    faults: signal({}),
  }
}

/** The endpoint as it was typed. `undefined`, with the faults in the draft, when it is not valid. */
export function readDraft(draft: Draft): Endpoint | undefined {
  const name = draft.name.value
  const data = draft.data.value
  const statusCode = parseStatus(draft.status.value)
  const delay = parseDelay(draft.amount.value, draft.unit.value)
  const [wrong] = faultsOf(data)
  const faults: Faults = {
    ...(name === '' && { name: 'An endpoint needs a name.' }),
    ...(statusCode === undefined && { statusCode: 'A code from 200 to 599, or its name.' }),
    ...(delay === undefined && { delay: 'A number from 0 to 2,147,483,647 ms.' }),
    ...(wrong && { data: `${wrong.message} at ${placeOf(data, wrong.offset)}.` }),
  }
  if (statusCode === undefined || delay === undefined || Object.keys(faults).length > 0) {
    draft.faults.value = faults
    return undefined
  }
  return { name, data: data.trim(), statusCode, delay }
}

/** The service's own words, each at the field that it is about. */
export function toFaults(error: unknown): Faults {
  const errors = error instanceof Problem ? (error.extensions.errors ?? []) : []
  if (errors.length === 0) return { other: messageOf(error) }
  const known = ['name', 'statusCode', 'delay', 'data']
  const faults: Record<string, string> = {}
  for (const { pointer, detail } of errors) {
    const field = pointer.split('/')[1] ?? ''
    const key = known.includes(field) ? field : 'other'
    faults[key] = [faults[key], detail].filter(Boolean).join(' ')
  }
  return faults
}
