// Fills a dynamic response with values of its request.

import { headerValueFault } from '../../model/http/check-message.ts'
import { detach } from '../../model/json/utf8.ts'
import { Problem } from '../../model/problem/problem.ts'
import { type DynamicResponse, readDynamic } from '../../model/rule/dynamic-response.ts'
import type { RuleResponse } from '../../model/rule/rule.ts'
import { isOfRequest, type OfRequest, type Place } from '../../model/rule/template.ts'
import { globalClock } from '../../model/time/clock.ts'
import { nodeAt } from '../match/json-contains.ts'
import { sourceAt } from '../match/json-source.ts'
import { kindAt, stringAt } from '../match/json-tree.ts'
import {
  formValues,
  headerValues,
  jsonOf,
  queryValues,
  type RuledRequest,
  textOf,
} from '../match/ruled-request.ts'
import type { Steps } from '../match/steps.ts'
import { shareContent } from './content.ts'
import type { Random } from './random.ts'

export interface FillOptions {
  readonly rule: string
  readonly parameters: Readonly<Record<string, string>>
  /** The number of this use of the rule, from 1. */
  readonly use: number
  readonly random: Random
  /** The steps of the request. Finding its values takes some, as matching it did. */
  readonly steps: Steps
  /** Whether the response waits. If so, it may keep little of the request. */
  readonly waits: boolean
}

/** Maximum number of characters of all values that one response takes from its request. */
const mostCharacters = 1024 * 1024
/** The same for a held, delayed or slow response. There may be ten thousand of these. */
const mostWaiting = 4 * 1024

/**
 * Takes the values from the request at once. Returns a function that writes the response, and until
 * then keeps nothing else of the request. It throws `response-failed` if a value is missing.
 */
export function fillResponse(
  response: RuleResponse,
  request: RuledRequest,
  options: FillOptions,
): () => RuleResponse {
  const { places, write } = dynamicOf(response)
  try {
    const texts = takeTexts(places, request, options)
    return () => {
      const filled = checked(write(texts), options)
      if (response.dynamic === 'headers') shareContent(response, filled)
      return filled
    }
  } catch (error) {
    return () => {
      throw error
    }
  }
}

/** The dynamic responses, each of which is read once. */
const known = new WeakMap<RuleResponse, DynamicResponse>()

function dynamicOf(response: RuleResponse): DynamicResponse {
  const dynamic = known.get(response) ?? readDynamic(response)
  known.set(response, dynamic)
  return dynamic
}

function takeTexts(
  places: readonly Place[],
  request: RuledRequest,
  options: FillOptions,
): readonly string[] {
  const { steps } = options
  const most = options.waits ? mostWaiting : mostCharacters
  let left = most
  return places.map((place) => {
    const text = isOfRequest(place.of)
      ? (requestText(place, place.of, request, options) ?? place.fallback)
      : generated(place, place.of.member, options)
    if (steps.areSpent()) throw failed(options, 'looks for too many values in this request')
    if (text === undefined) {
      const { pointer } = place.of as OfRequest
      const hint = place.kind === 'value' ? '"default": … next to it' : '`|default` after it'
      throw failed(options, `needs \`${pointer}\`, ${whyMissing(place, request)}; write ${hint}`)
    }
    left -= text.length
    if (left < 0) {
      const why = options.waits ? ', as it is held, delayed or sent slowly' : ''
      throw failed(options, `may take ${most} characters from a request${why}`)
    }
    return detach(text, '')
  })
}

function whyMissing({ of }: Place, request: RuledRequest): string {
  if (of.member !== 'body') return 'which this request does not have'
  if (!request.isBodyWhole) return 'and a body of more than 1 MiB has no values'
  return jsonOf(request)
    ? 'which this request does not have'
    : 'and the body of this request is not JSON'
}

/** Returns JSON text for a whole value, otherwise characters, which are escaped inside JSON. */
function requestText(
  { kind, isInJson }: Place,
  { member, names }: OfRequest,
  request: RuledRequest,
  { parameters, steps }: FillOptions,
): string | undefined {
  if (!steps.take(1)) return undefined
  if (member === 'body') {
    const found = bodyValue(names, request, steps)
    if (found === undefined) return undefined
    if (kind === 'value') return found.json
    return asCharacters(found.characters ?? found.json, isInJson)
  }
  const characters = characterValue(member, names[0] ?? '', request, parameters)
  if (characters === undefined) return undefined
  return kind === 'value' ? JSON.stringify(characters) : asCharacters(characters, isInJson)
}

function asCharacters(text: string, isInJson: boolean): string {
  return isInJson ? JSON.stringify(text).slice(1, -1) : text
}

function characterValue(
  member: Exclude<OfRequest['member'], 'body'>,
  name: string,
  request: RuledRequest,
  parameters: Readonly<Record<string, string>>,
): string | undefined {
  switch (member) {
    case 'method':
      return request.method
    case 'path':
      return `/${request.segments.join('/')}`
    case 'endpoint':
      return request.endpointUrl()
    case 'params':
      return Object.hasOwn(parameters, name) ? parameters[name] : undefined
    case 'query':
      return queryValues(request, name)?.[0]
    case 'headers':
      return headerValues(request, name.toLowerCase())?.[0]
    case 'form':
      return formValues(request, name)?.[0]
  }
}

/** Returns a value in the JSON body as it is written and, for a string, its characters. */
function bodyValue(
  names: readonly string[],
  request: RuledRequest,
  steps: Steps,
): { readonly json: string; readonly characters: string | undefined } | undefined {
  if (!request.isBodyWhole) return undefined
  const tree = jsonOf(request)
  if (!tree) {
    // The whole body is a value even if it is not JSON.
    if (names.length > 0) return undefined
    const text = textOf(request)
    return { json: JSON.stringify(text), characters: text }
  }
  const node = nodeAt(tree, names, steps)
  if (node === undefined) return undefined
  const json = names.length === 0 ? tree.text.trim() : sourceAt(tree, node, steps)
  if (json === undefined || !steps.take(json.length >> 6)) return undefined
  return { json, characters: kindAt(tree, node) === 'string' ? stringAt(tree, node) : undefined }
}

function generated(
  { kind }: Place,
  member: 'uuid' | 'now' | 'seq',
  { random, use }: FillOptions,
): string {
  if (member === 'seq') return String(use)
  const text =
    member === 'uuid' ? uuid(random) : new globalThis.Date(globalClock.time()).toISOString()
  return kind === 'value' ? `"${text}"` : text
}

/** Returns a UUID of version 4 (RFC 9562, 5.4), from the seed. */
function uuid(random: Random): string {
  const hex = Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) & 3]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}

/** Throws if values have characters that a header or the line of an event cannot have. */
function checked(response: RuleResponse, options: FillOptions): RuleResponse {
  for (const [name, value] of Object.entries(response.headers ?? {})) {
    const fault = [value].flat().some((each) => each !== null && headerValueFault(each))
    if (fault) throw failed(options, `cannot send its header \`${name}\` with this value`)
  }
  for (const { event = '', id = '' } of response.events ?? []) {
    if (/[\r\n\0]/.test(event + id)) {
      throw failed(options, 'has an event whose name or id would be more than a line')
    }
  }
  return response
}

function failed({ rule }: FillOptions, what: string): Problem {
  return new Problem('response-failed', `The response of rule \`${rule}\` ${what}.`, { rule })
}
