// Shows the objects and strings of a JSON text with their places in it.
import { createScanner, Token } from './json-scanner.ts'

/** An object, when it has been read. */
export interface JsonObject {
  readonly start: number
  readonly end: number
  /** Its names as they are written, without quotes: a few of them. */
  readonly names: readonly string[]
  /** From where to where the values of these are. */
  readonly values: readonly (readonly [start: number, end: number])[]
}

export interface JsonVisitor<T> {
  /** An array or object begins. */
  enter(): T
  /** An object ends; `before` is what `enter` returned for it. */
  leave(object: JsonObject, before: T): void
  /** A string that is a value, with its quotes. */
  string(start: number, end: number): void
}

/** More names of an object are of no interest. */
const mostNames = 3

/** `json` is valid. Takes time in proportion to the text. */
export function visitJson<T>(json: string, { enter, leave, string }: JsonVisitor<T>): void {
  const scanner = createScanner(json, json.length + 1)
  const open: Frame<T>[] = []
  /** Where the token before ends. */
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

/** An array or object that is open. */
interface Frame<T> {
  readonly start: number
  readonly isObject: boolean
  readonly before: T
  readonly names: string[]
  readonly values: (readonly [start: number, end: number])[]
  isBehindColon: boolean
  /** Where the value begins that is being read. */
  valueStart: number | undefined
}

function frameAt<T>(start: number, isObject: boolean, before: T): Frame<T> {
  const state = { isBehindColon: false, valueStart: undefined }
  return { start, isObject, before, names: [], values: [], ...state }
}
