// Visits the objects and strings of a JSON text, with their offsets in it.
import { createScanner, Token } from './json-scanner.ts'

/** An object that has been read completely. */
export interface JsonObject {
  readonly start: number
  readonly end: number
  /** The source text of its first names, at most 3, without quotes. */
  readonly names: readonly string[]
  /** The ranges of the values of these names. */
  readonly values: readonly (readonly [start: number, end: number])[]
}

export interface JsonVisitor<T> {
  /** Called where an array or object begins. Its result is passed to `leave`. */
  enter(): T
  /** Called where an object ends. `before` is the result of `enter` for it. */
  leave(object: JsonObject, before: T): void
  /** Called for each string that is a value. The range includes its quotes. */
  string(start: number, end: number): void
}

/** Maximum number of names of an object that are kept. */
const mostNames = 3

/** `json` must be valid. Takes time in proportion to the text. */
export function visitJson<T>(json: string, { enter, leave, string }: JsonVisitor<T>): void {
  const scanner = createScanner(json, json.length + 1)
  const open: Frame<T>[] = []
  /** The end of the previous token. */
  let last = 0
  for (let token = scanner.scan(); token !== Token.end; token = scanner.scan()) {
    const [start, end] = [scanner.start(), scanner.end()]
    const frame = open.at(-1)
    const isEnd = token === Token.comma || token === Token.closeBrace
    if (frame?.isObject) {
      if (isEnd && frame.valueStart !== undefined) {
        if (frame.values.length < mostNames) frame.values.push([frame.valueStart, last])
        frame.valueStart = undefined
      } else if (frame.isBehindColon) {
        frame.valueStart = start
        frame.isBehindColon = false
      }
    }
    if (token === Token.openBrace || token === Token.openBracket) {
      open.push(frameAt(start, token === Token.openBrace, enter()))
    } else if (token === Token.closeBrace || token === Token.closeBracket) {
      open.pop()
      if (frame?.isObject) {
        leave({ start: frame.start, end, names: frame.names, values: frame.values }, frame.before)
      }
    } else if (token === Token.colon) {
      if (frame) frame.isBehindColon = true
    } else if (token === Token.string) {
      if (!frame?.isObject || frame.valueStart !== undefined) string(start, end)
      else if (frame.names.length < mostNames) frame.names.push(json.slice(start + 1, end - 1))
    }
    last = end
  }
}

/** An open array or object. */
interface Frame<T> {
  readonly start: number
  readonly isObject: boolean
  readonly before: T
  readonly names: string[]
  readonly values: (readonly [start: number, end: number])[]
  isBehindColon: boolean
  /** The start of the value that is being read. */
  valueStart: number | undefined
}

function frameAt<T>(start: number, isObject: boolean, before: T): Frame<T> {
  const state = { isBehindColon: false, valueStart: undefined }
  return { start, isObject, before, names: [], values: [], ...state }
}
