// About how much memory a rule takes: itself, and what is made of it to match requests and to answer.

import { byteLength } from '../json/utf8.ts'
import { patternSize } from '../pattern/pattern-size.ts'
import { textsOf } from './dynamic-response.ts'
import type { RuleResponse, RuleWhen, TextMatch } from './rule.ts'
import type { NewRule } from './rule-schema.ts'
import { likeIn } from './text-like.ts'

// In bytes, so that 26 kinds of rules took 0.3 to 1.1 times what they weigh, on Node 20.
const aRule = 2300
const anResponse = 80
const aPiece = 320
const aHeader = 80
const aParameter = 220
const aPlace = 8
/** Of a dynamic response, and of what is filled in it. */
const aDynamic = 2000
const aFilling = 400
const aPointerName = 16
const aSegment = 32
const aJsonValue = 14
const aPattern = 40_000
const aPatternStep = 250
/** Its place in the map by which the members of an object are found. */
const aJsonMember = 100

/** How many bytes all temporary rules may take, and the rules of one import. */
export const mostWeight: number = 64 * 1024 * 1024

/** In bytes, without its text. Takes as long as to copy that. */
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

/** Takes each `$` for a value that is filled, and each `/` for a name that leads to one. */
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

/** A text, and its bytes as they are sent or compared. */
function textWeight(text: string | null | undefined): number {
  if (!text) return 0
  const bytes = byteLength(text)
  return bytes === text.length ? 2 * bytes : 2 * text.length + bytes
}

/** A regular expression keeps an automaton. */
function matchWeight(match: TextMatch | null | undefined): number {
  if (typeof match !== 'object' || match === null) return textWeight(match)
  if ('contains' in match) return 3 * textWeight(match.contains)
  const { matches } = match
  return aPattern + aPatternStep * patternSize(matches) + textWeight(matches)
}

/** Of a path, which is short. */
function segmentsWeight(path: string): number {
  let weight = 0
  // There is but one text of each single character.
  for (const segment of path.split('/')) weight += segment.length > 1 ? aSegment : aPlace
  return weight
}

/** Its parameters are kept by their names. */
function queryWeight(query: string): number {
  let weight = aParameter + 2 * textWeight(query)
  for (const character of query) if (character === '&') weight += aParameter
  return weight
}

/** The places of the values in a JSON text, taking what is in strings for values as well. */
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
