// About how much memory a rule takes: itself, and what is made of it to match requests and to answer.
import type { RuleAnswer, RuleWhen } from './rule.ts'
import type { NewRule } from './rule-schema.ts'
import { byteLength } from './utf8.ts'

// In bytes, so that 26 kinds of rules took 0.3 to 1.1 times what they weigh, on Node 20.
const aRule = 2300
const anAnswer = 80
const aPiece = 320
const aHeader = 80
const aParameter = 220
const aPlace = 8
const aSegment = 32
const aJsonValue = 14
/** Its place in the map by which the members of an object are found. */
const aJsonMember = 100

/** How many bytes all rules with an end may take, and the rules of one import. */
export const mostWeight: number = 64 * 1024 * 1024

/** In bytes, without its text. Takes as long as to copy that. */
export function weightOf({ id, endpoint, when, answer, answers = [] }: NewRule): number {
  let weight = aRule + textWeight(id) + textWeight(endpoint) + whenWeight(when)
  if (answer) weight += answerWeight(answer)
  for (const each of answers) weight += answerWeight(each)
  return weight
}

function whenWeight({ method, path, query = {}, headers = {}, json, body }: RuleWhen = {}): number {
  let weight = 0
  for (const each of [method ?? []].flat()) weight += aHeader + textWeight(each)
  if (path !== undefined) weight += textWeight(path) + segmentsWeight(path)
  for (const values of [query, headers]) {
    for (const [name, value] of Object.entries(values)) {
      weight += aParameter + textWeight(name) + textWeight(value)
    }
  }
  if (json !== undefined) weight += textWeight(json) + valuesWeight(json)
  return weight + textWeight(body)
}

function answerWeight({ data, body, headers = {}, chunks = [], events = [] }: RuleAnswer): number {
  let weight = anAnswer + textWeight(data) + textWeight(body)
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

/** A text, and its bytes as they are sent or compared. */
function textWeight(text: string | null | undefined): number {
  if (!text) return 0
  const bytes = byteLength(text)
  return bytes === text.length ? 2 * bytes : 2 * text.length + bytes
}

/** Of a path, which is short. */
function segmentsWeight(path: string): number {
  let weight = 0
  // There is but one text of each single character.
  for (const segment of path.split('/')) weight += segment.length > 1 ? aSegment : aPlace
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
