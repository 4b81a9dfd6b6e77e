// The typed fields of an endpoint's form, whether they differ from the service's version, and their
// faults.
import { type Endpoint, Problem } from '@mock-endpoint/core/client'
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { messageOf } from '../../api/control.ts'
import type { KeptDraft } from '../../drafts/draft-store.ts'
import { checkJson } from '../../json/check-json.ts'
import { parseStatus, textOf } from '../../words/status-code.ts'
import { delayText, parseDelay } from './delay.ts'

/** The texts of the fields, as typed. */
export interface Typed {
  readonly name: string
  readonly status: string
  readonly delay: string
  readonly data: string
}

export interface KeptEndpoint extends KeptDraft {
  /** The endpoint that the fields are compared with. */
  readonly base: Endpoint
  readonly typed: Typed
  /** The endpoint whose rules are copied when this one is added. */
  readonly copyOf?: string | undefined
}

/** The faults, by field. */
type Faults = Readonly<Partial<Record<keyof Typed | 'other', string>>>

/** Why saving failed: the service has another version, an endpoint of that name, or none. */
export type Conflict =
  | { readonly kind: 'changed' | 'taken'; readonly theirs: Endpoint }
  | { readonly kind: 'gone' }

export interface Draft {
  /** Whether the service does not have it yet. */
  readonly isNew: boolean
  /** The endpoint that the fields are compared with: the service's last known version. */
  readonly base: Signal<Endpoint>
  readonly fields: { readonly [Name in keyof Typed]: Signal<string> }
  readonly faults: Signal<Faults>
  readonly conflict: Signal<Conflict | undefined>
  readonly isChanged: ReadonlySignal<boolean>
}

export function createDraft(base: Endpoint, typed: Typed, isNew: boolean): Draft {
  const { name, status, delay, data } = typed
  const fields = {
    name: signal(name),
    status: signal(status),
    delay: signal(delay),
    data: signal(data),
  }
  const known = signal(base)
  const isChanged = computed(() => differs(fields, known.value))
  return {
    isNew,
    base: known,
    fields,
    faults: signal({}),
    conflict: signal<Conflict | undefined>(undefined),
    isChanged,
  }
}

/** Whether the fields have other values than that endpoint. */
export function differs(
  fields: Draft['fields'],
  { name, statusCode, delay, data }: Endpoint,
): boolean {
  return (
    fields.name.value !== name ||
    parseStatus(fields.status.value) !== statusCode ||
    (fields.delay.value !== delayText(delay) && parseDelay(fields.delay.value) !== delay) ||
    fields.data.value.trim() !== data.trim()
  )
}

/** Returns the texts of the fields for an endpoint. */
export function typedOf({ name, statusCode, delay, data }: Endpoint): Typed {
  return { name, status: textOf(statusCode), delay: delayText(delay), data }
}

/** Returns the current texts of the fields. */
export function typedNow({ fields: { name, status, delay, data } }: Draft): Typed {
  return { name: name.peek(), status: status.peek(), delay: delay.peek(), data: data.peek() }
}

/** Sets the texts of the fields, and clears their faults. */
export function fill({ fields, faults }: Draft, typed: Typed): void {
  fields.name.value = typed.name
  fields.status.value = typed.status
  fields.delay.value = typed.delay
  fields.data.value = typed.data
  faults.value = {}
}

export function isSame(one: Endpoint, other: Endpoint): boolean {
  return (
    one.name === other.name &&
    one.statusCode === other.statusCode &&
    one.delay === other.delay &&
    one.data === other.data
  )
}

/** Returns the endpoint as typed. If it is not valid, sets the faults and returns `undefined`. */
export function toEndpoint(draft: Draft): Endpoint | undefined {
  const { name, status, delay: delayTyped, data } = typedNow(draft)
  const statusCode = parseStatus(status)
  const delay = parseDelay(delayTyped)
  const wrong = checkJson(data)
  const faults: Faults = {
    ...(name === '' && { name: 'An endpoint needs a name.' }),
    ...(statusCode === undefined && { status: 'A code from 200 to 599, or its name.' }),
    ...(typeof delay === 'string' && { delay }),
    ...(wrong && { data: wrong.message }),
  }
  draft.faults.value = faults
  if (statusCode === undefined || typeof delay === 'string' || Object.keys(faults).length > 0) {
    return undefined
  }
  return { name, data: data.trim(), statusCode, delay }
}

/** Returns the faults in the service's own words, by the field that each is about. */
export function toFaults(error: unknown): Faults {
  const errors = error instanceof Problem ? (error.extensions.errors ?? []) : []
  if (errors.length === 0) return { other: messageOf(error) }
  const known = ['name', 'delay', 'data']
  const faults: Record<string, string> = {}
  for (const { pointer: given, detail } of errors) {
    // With its rules, an endpoint is sent as the first one of an import.
    const pointer = given.replace(/^\/endpoints\/0/, '')
    const member = pointer.split('/')[1] ?? ''
    const field = member === 'statusCode' ? 'status' : member
    const key = field === 'status' || known.includes(field) ? field : 'other'
    const said = key === 'other' ? `${pointer} ${detail}` : `The ${key} ${detail}.`
    faults[key] = [faults[key], said].filter(Boolean).join(' ')
  }
  return faults
}
