// Estimates the memory of a rule, and of the data made from it to match and answer requests.

import { byteLength } from '../json/utf8.ts'
import { patternSize } from '../pattern/pattern-size.ts'
import { textsOf } from './dynamic-response.ts'
import type { RuleResponse, RuleWhen, TextMatch } from './rule.ts'
import type { NewRule } from './rule-schema.ts'
import { likeIn } from './text-like.ts'

// In bytes. Measured on Node 20, 26 kinds of rules took 0.3 to 1.1 times their weight.
const aRule = 2300
const anResponse = 80
const aPiece = 320
const aHeader = 80
const aParameter = 220
const aPlace = 8
/** A dynamic response. Each place in it adds `aFilling`. */
const aDynamic = 2000
const aFilling = 400
const aPointerName = 16
const aSegment = 32
const aJsonValue = 14
const aPattern = 40_000
const aPatternStep = 250
/** An entry in the map that finds the members of an object. */
const aJsonMember = 100

/** Maximum weight, in bytes, of all temporary rules, and of the rules of one import. */
export const mostWeight: number = 64 * 1024 * 1024

/** Returns the bytes of a rule, without its JSON text. Takes as long as a copy of that text. */
export function weightOf({ id, endpoint, when, response, responses = [] }: NewRule): number {
  let weight = aRule + textWeight(id) + textWeight(endpoint) + whenWeight(when)
  if (response) weight += responseWeight(response)
  for (const each of responses) weight += responseWeight(each)
  return weight
}

function whenWeight(when: RuleWhen = {}): number {
  const { method, path, queryString, jsonAt = {}, body } = when
  let weight = 0
  for (const each of [method ?? []].flat()) weight += aHeader + textWeight(each)
  if (path !== undefined) weight += textWeight(path) + segmentsWeight(path)
  if (queryString !== undefined) weight += queryWeight(queryString)
  for (const values of [when.params, when.query, when.headers, when.form]) {
    for (const [name, value] of Object.entries(values ?? {})) {
      weight += aParameter + textWeight(name) + matchWeight(value)
    }
  }
  for (const [pointer, each] of Object.entries(jsonAt)) {
    const like = likeIn(each)
    weight += aParameter + textWeight(pointer) + textWeight(each)
    weight += like ? matchWeight(like) : valuesWeight(each)
  }
  for (const json of [when.json, when.jsonIncludes]) {
    if (json !== undefined) weight += textWeight(json) + valuesWeight(json)
  }
  return weight + matchWeight(body)
}

function responseWeight(response: RuleResponse): number {
  const { data, body, forward, record, headers = {}, chunks = [], events = [] } = response
  const { then = [] } = response
  let weight = anResponse + textWeight(data) + textWeight(body) + textWeight(forward)
  if (record) weight += aHeader * JSON.stringify(record).length
  for (const { send } of then) weight += aPiece + textWeight(JSON.stringify(send))
  if (response.dynamic) weight += dynamicWeight(response)
  for (const [name, value] of Object.entries(headers)) {
    weight += aHeader + textWeight(name)
    for (const each of [value].flat()) weight += aHeader + textWeight(each)
  }
  for (const chunk of chunks) weight += aPiece + textWeight(chunk.body)
  for (const { data, event, id } of events) {
    weight += aPiece + textWeight(data) + textWeight(event) + textWeight(id)
  }
  return weight
}

/** Counts each `$` as a place, and each `/` as a name in a JSON Pointer. */
function dynamicWeight(response: RuleResponse): number {
  let weight = aDynamic
  for (const text of textsOf(response)) {
    weight += anResponse
    for (const character of text) {
      if (character === '$') weight += aFilling
      else if (character === '/') weight += aPointerName
    }
  }
  return weight
}

/** Weighs a text, and its bytes, which are sent or compared. */
function textWeight(text: string | null | undefined): number {
  if (!text) return 0
  const bytes = byteLength(text)
  return bytes === text.length ? 2 * bytes : 2 * text.length + bytes
}

/** Weighs a text, or a pattern for it. A regular expression keeps an automaton. */
function matchWeight(match: TextMatch | null | undefined): number {
  if (typeof match !== 'object' || match === null) return textWeight(match)
  if ('contains' in match) return 3 * textWeight(match.contains)
  const { matches } = match
  return aPattern + aPatternStep * patternSize(matches) + textWeight(matches)
}

/** Weighs the segments of a path, which is short. */
function segmentsWeight(path: string): number {
  let weight = 0
  // The engine shares one string for each single character.
  for (const segment of path.split('/')) weight += segment.length > 1 ? aSegment : aPlace
  return weight
}

/** Weighs a query, whose parameters are kept by name. */
function queryWeight(query: string): number {
  let weight = aParameter + 2 * textWeight(query)
  for (const character of query) if (character === '&') weight += aParameter
  return weight
}

/** Weighs the index of the values in a JSON text. Punctuation in strings is counted too. */
function valuesWeight(json: string): number {
  let weight = aJsonValue
  for (let i = 0; i < json.length; i++) {
    const character = json[i]
    if (character === ':') weight += aJsonMember
    else if (character === ',' || character === '[' || character === '{') weight += aJsonValue
  }
  return weight
}

export function inMebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`
}
