// The parts of a JSON document with the places where they begin, so that faults can be told there.

import type { Yielding } from '../time/yielding.ts'
import { type Place, readElements, readMembers } from './json-text.ts'

/** A value in a document. */
export interface Located {
  /** As it stands in the document. */
  readonly text: string
  /** Where it begins, in UTF-16 units. */
  readonly start: number
}

/** A member of an object in a document. */
export interface LocatedMember extends Located {
  readonly name: string
  /** Where its name begins. */
  readonly nameStart: number
}

/** The members of the object that a value is, in order, duplicates included; `undefined` for no object. */
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

/** The elements of the array that a value is; `undefined` for no array. */
export function* elementsIn({ text, start }: Located): Yielding<Located[] | undefined> {
  const elements: Located[] = []
  const isArray = yield* readElements(text, (element, at) => {
    elements.push({ text: element, start: start + at })
  })
  return isArray ? elements : undefined
}

/** Finds the line and the column of offsets, both from 1: quickly, when they are asked for in order. */
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
