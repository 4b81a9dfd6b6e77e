// The parts of a JSON document with their offsets, so that faults can be reported with places.

import type { Yielding } from '../time/yielding.ts'
import { type Place, readElements, readMembers } from './json-text.ts'

/** A value in a document. */
export interface Located {
  /** The source text. */
  readonly text: string
  /** Offset in the document, in UTF-16 units. */
  readonly start: number
}

/** A member of an object in a document. */
export interface LocatedMember extends Located {
  readonly name: string
  /** Offset of its name in the document. */
  readonly nameStart: number
}

/** Returns an object's members in order, with duplicates; `undefined` if it is not an object. */
export function* membersIn({ text, start }: Located): Yielding<LocatedMember[] | undefined> {
  const members: LocatedMember[] = []
  const isObject = yield* readMembers(text, (member) => {
    members.push({
      name: member.name(),
      nameStart: start + member.nameStart(),
      text: member.text(),
      start: start + member.start(),
    })
  })
  return isObject ? members : undefined
}

/** Returns the elements of an array; `undefined` if the value is not an array. */
export function* elementsIn({ text, start }: Located): Yielding<Located[] | undefined> {
  const elements: Located[] = []
  const isArray = yield* readElements(text, (element, at) => {
    elements.push({ text: element, start: start + at })
  })
  return isArray ? elements : undefined
}

/** Finds the line and the column of offsets, both from 1. It is fast if the offsets ascend. */
export function createPlaces(text: string): (offset: number) => Place {
  let at = 0
  let line = 1
  let lineStart = 0
  return (given) => {
    const offset = Math.max(given, 0)
    if (offset < at) {
      at = 0
      line = 1
      lineStart = 0
    }
    for (; at < offset; at++) {
      const unit = text.charCodeAt(at)
      const isPair = unit === 0x0d && text.charCodeAt(at + 1) === 0x0a
      if ((unit === 0x0a || unit === 0x0d) && !isPair) {
        line += 1
        lineStart = at + 1
      }
    }
    return { line, column: offset - lineStart + 1 }
  }
}
