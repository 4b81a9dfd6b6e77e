// The faults in a document, with their places.
import { inFile, locate } from '../model/json/json-locate.ts'
import type { Place } from '../model/json/json-text.ts'
import { createPlaces, type Located } from '../model/json/located.ts'
import { Problem } from '../model/problem/problem.ts'
import type { Yielding } from '../model/time/yielding.ts'

export interface DocumentFault extends Place {
  readonly detail: string
  /** The name of the endpoint, or the id of the rule, that could not be read, if known. */
  readonly endpoint?: string | undefined
  readonly rule?: string | undefined
  /** The index of the rule in the list, from 0. */
  readonly index?: number | undefined
  /** The name of the endpoint whose port could not be read. */
  readonly port?: string | undefined
}

/** The entry that a fault is about. */
export type Entry = Pick<DocumentFault, 'endpoint' | 'rule' | 'index' | 'port'>

export interface Faults {
  readonly all: DocumentFault[]
  /** Adds a fault at an offset of the document, or at a place. */
  add(at: number | Place, detail: string, about?: Entry): void
  placeOf(offset: number): Place
}

export function createFaults(text: string): Faults {
  const all: DocumentFault[] = []
  const placeOf = createPlaces(text)
  return {
    all,
    placeOf,
    add(at, detail, about) {
      const place = typeof at === 'number' ? placeOf(at) : at
      all.push({ ...place, detail, ...about })
    },
  }
}

/** Adds each fault of an entry, at the member that it is about. */
export function* addFaults(
  faults: Faults,
  element: Located,
  error: unknown,
  about: Entry,
): Yielding<void> {
  if (!(error instanceof Problem)) throw error
  const errors = error.extensions.errors ?? [{ pointer: '', detail: error.message }]
  for (const { pointer, detail } of errors) {
    const what = pointer === '' ? 'this' : `\`${pointer.slice(1)}\``
    const found = yield* locate(element.text, pointer)
    faults.add(inFile(found, faults.placeOf(element.start)), `${what} ${detail}`, about)
  }
}
