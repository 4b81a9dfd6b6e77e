// What is typed into the form of an endpoint, whether it differs from what was opened, and what is
// wrong with it.
import { type Endpoint, Problem } from '@mock-endpoint/core/client'
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { messageOf } from '../../api/control.ts'
import type { KeptDraft } from '../../drafts/draft-store.ts'
import { checkJson } from '../../json/check-json.ts'
import { parseStatus, textOf } from '../../words/status-code.ts'
import { delayText, parseDelay } from './delay.ts'

/** What is in the fields, as it was typed. */
export interface Typed {
  readonly name: string
  readonly status: string
  readonly delay: string
  readonly data: string
}

export interface KeptEndpoint extends KeptDraft {
  /** What the service had when it was opened. */
  readonly base: Endpoint
  readonly typed: Typed
}

/** What is wrong with which field. */
type Faults = Readonly<Partial<Record<keyof Typed | 'other', string>>>

/** Why it was not saved: the service has something else than was opened, or than is thought of. */
export type Conflict =
  | { readonly kind: 'changed' | 'taken'; readonly theirs: Endpoint }
  | { readonly kind: 'gone' }

export interface Draft {
  /** Whether the service does not have it yet. */
  readonly isNew: boolean
  /** What the fields are compared with: as the service had it last, as far as is known. */
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

/** Whether what is typed comes to something else than that endpoint. */
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

/** The fields of an endpoint. */
export function typedOf({ name, statusCode, delay, data }: Endpoint): Typed {
  return { name, status: textOf(statusCode), delay: delayText(delay), data }
}

/** What is in the fields now. */
export function typedNow({ fields: { name, status, delay, data } }: Draft): Typed {
  return { name: name.peek(), status: status.peek(), delay: delay.peek(), data: data.peek() }
}

/** Puts that into the fields. */
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

/** The endpoint as it was typed. `undefined`, with the faults in the draft, when it is not valid. */
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

/** The service's own words, each at the field that it is about. */
export function toFaults(error: unknown): Faults {
  const errors = error instanceof Problem ? (error.extensions.errors ?? []) : []
  if (errors.length === 0) return { other: messageOf(error) }
  const known = ['name', 'delay', 'data']
  const faults: Record<string, string> = {}
  for (const { pointer, detail } of errors) {
    const member = pointer.split('/')[1] ?? ''
    const field = member === 'statusCode' ? 'status' : member
    const key = field === 'status' || known.includes(field) ? field : 'other'
    const said = key === 'other' ? `${pointer} ${detail}` : `The ${key} ${detail}.`
    faults[key] = [faults[key], said].filter(Boolean).join(' ')
  }
  return faults
}
