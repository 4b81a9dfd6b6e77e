// Cuts the records out of one JSON document, {"endpoints": […], "rules": […]}, as its bytes arrive.

import { joined } from '../model/json/joined.ts'
import { excerpt } from '../model/json/json-excerpt.ts'
import { notJson, type Place } from '../model/json/json-text.ts'
import { nearMisses } from '../model/problem/near-miss.ts'
import type { Problem } from '../model/problem/problem.ts'
import { createBytePlace } from './byte-place.ts'
import { invalidImport, tooLong } from './faults.ts'
import {
  brace,
  bracket,
  carriageReturn,
  closingBrace,
  closingBracket,
  colon,
  comma,
  isSpace,
  newline,
  type Piece,
  quote,
  type RecordKind,
  type Splitter,
} from './pieces.ts'
import { createValueScan } from './value-scan.ts'

/** What may come next, in the words of an error message. */
type Expected =
  | 'an object with the members endpoints and rules'
  | 'a name in quotes or }'
  | 'a name in quotes'
  | 'a colon'
  | 'a value'
  | 'a comma or }'
  | 'a record or ]'
  | 'a record'
  | 'a comma or ]'
  | 'the end of the file'

/** The purpose of the value that is being read. */
type Use = 'name' | 'record' | 'schema' | 'nothing'

const kinds: Readonly<Record<string, RecordKind>> = { endpoints: 'endpoint', rules: 'rule' }
/** `serve` is skipped: it has the ports of endpoints, for a daemon that reads its own files. */
const members = ['endpoints', 'rules', '$schema', 'serve']
/** Maximum length of a name, and of the value of `$schema`, in bytes. */
const longestName = 4096

export function createDocumentSplitter(longest: number): Splitter {
  const place = createBytePlace()
  const value = createValueScan(place)
  const taken = new Set<string>()
  let expected: Expected = 'an object with the members endpoints and rules'
  let base = 0
  let member = ''
  let index = 0
  /** This and the next three variables describe the value that is being read. */
  let use: Use | undefined
  let began: Place = { line: 1, column: 1 }
  let parts: Uint8Array[] = []
  let length = 0

  /** Begins a value. Returns the index that it was given. */
  function begin(what: Use, at: number): number {
    use = what
    began = place.at(base + at)
    parts = []
    length = 0
    value.begin()
    return at
  }

  /** Continues the value. Returns the index after its end, or -1 if the chunk does not have it. */
  function read(chunk: Uint8Array, from: number): number {
    const end = value.scan(chunk, from, base)
    const part = chunk.subarray(from, end < 0 ? chunk.length : end)
    length += part.length
    if (length > (use === 'record' ? longest : longestName)) parts = []
    else if (use !== 'nothing') parts.push(part)
    return end
  }

  function* finish(): Generator<Piece> {
    const used = use
    use = undefined
    if (used === 'record') {
      const pointer = `/${member}/${index}`
      const kind = kinds[member]
      index += 1
      expected = 'a comma or ]'
      if (length > longest) yield { fault: tooLong(began, longest), place: began, pointer }
      else yield { kind, bytes: joined(parts), place: began, pointer }
    } else if (used === 'name') {
      expected = 'a colon'
      member = readName(parts, began)
      yield* checkMember()
    } else {
      expected = 'a comma or }'
      if (used === 'schema' && parts[0]?.[0] !== quote) {
        yield faultAt(began, '/$schema', 'must be a string')
      }
    }
  }

  function* checkMember(): Generator<Piece> {
    const pointer = `/${member.slice(0, 100)}`
    if (!members.includes(member)) {
      const [nearest] = nearMisses(member.slice(0, 100), members, 1)
      const hint = nearest === undefined ? '' : `: did you mean \`${nearest}\`?`
      yield faultAt(began, pointer, `is not one of ${members.join(', ')}${hint}`)
    } else if (taken.has(member)) yield faultAt(began, pointer, 'is given more than once')
    else return void taken.add(member)
    // Its value is skipped.
    member = ''
  }

  /** Takes a byte between values. Returns the next index, or the same if a value begins. */
  function* take(chunk: Uint8Array, at: number): Generator<Piece, number> {
    const byte = chunk[at] ?? 0
    switch (expected) {
      case 'an object with the members endpoints and rules':
        if (byte !== brace) break
        expected = 'a name in quotes or }'
        return at + 1
      case 'a name in quotes or }':
      case 'a name in quotes':
        if (byte === quote) return begin('name', at)
        if (byte !== closingBrace || expected === 'a name in quotes') break
        expected = 'the end of the file'
        return at + 1
      case 'a colon':
        if (byte !== colon) break
        expected = 'a value'
        return at + 1
      case 'a value':
        if (!mayBegin(byte)) break
        if (!Object.hasOwn(kinds, member)) {
          return begin(member === '$schema' ? 'schema' : 'nothing', at)
        }
        if (byte === bracket) {
          index = 0
          expected = 'a record or ]'
          return at + 1
        }
        yield faultAt(place.at(base + at), `/${member}`, 'must be a list')
        return begin('nothing', at)
      case 'a record or ]':
      case 'a record':
        if (mayBegin(byte)) return begin('record', at)
        if (byte !== closingBracket || expected === 'a record') break
        expected = 'a comma or }'
        return at + 1
      case 'a comma or ]':
        if (byte !== comma && byte !== closingBracket) break
        expected = byte === comma ? 'a record' : 'a comma or }'
        return at + 1
      case 'a comma or }':
        if (byte !== comma && byte !== closingBrace) break
        expected = byte === comma ? 'a name in quotes' : 'the end of the file'
        return at + 1
      case 'the end of the file':
        break
    }
    throw unexpected(chunk, at)
  }

  function unexpected(chunk: Uint8Array, at: number): Problem {
    // The rest of a longer character may be in the next chunk.
    const byte = chunk[at] ?? 0
    const what = byte < 0x80 ? excerpt(String.fromCharCode(byte)) : 'something else'
    return notJson(place.at(base + at), `expected ${expected}, found ${what}`)
  }

  return {
    *push(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (use !== undefined) {
          const end = read(chunk, at)
          if (end < 0) break
          at = end
          yield* finish()
          continue
        }
        const byte = chunk[at] ?? 0
        if (!isSpace(byte)) at = yield* take(chunk, at)
        else {
          if (byte === newline || byte === carriageReturn) place.breakLine(byte, base + at)
          at += 1
        }
      }
      base += chunk.length
    },
    end() {
      const open = use === undefined ? undefined : value.openString()
      if (open) throw notJson(open, 'this string is not closed')
      if (use === undefined && expected === 'the end of the file') return []
      const wanted = use === undefined ? expected : 'the rest of a value'
      throw notJson(place.at(base), `expected ${wanted}, found the end of the file`)
    },
  }
}

function mayBegin(byte: number): boolean {
  return ![comma, colon, closingBrace, closingBracket].includes(byte)
}

/** Returns an empty name, which no member has, for a name that is too long. */
function readName(parts: readonly Uint8Array[], place: Place): string {
  const text = new TextDecoder().decode(joined(parts))
  if (text === '') return ''
  try {
    return JSON.parse(text) as string
  } catch {
    throw notJson(place, 'this name is not a string')
  }
}

function faultAt(place: Place, pointer: string, detail: string): Piece {
  return { fault: invalidImport(pointer, detail), place, pointer: '' }
}
