// Removes secrets from recordings: by their names, and by their values wherever these occur.
import type { HeaderPairs } from '../model/http/response.ts'
import { type Cut, type Part, withCuts } from '../model/json/text-cuts.ts'
import { Problem } from '../model/problem/problem.ts'
import type { Redaction } from '../model/rule/rule.ts'
import type { Yielding } from '../model/time/yielding.ts'
import { credentialsIn, valuesOfCookies } from './credentials.ts'
import { isSecretHeader, isSecretParameter, secretMember } from './secret-names.ts'

/** Replaces a secret. */
export const redacted = 'redacted'

export interface Secrets {
  /** Whether this header is secret. */
  isHeader(name: string): boolean
  /** Whether this parameter of the query, or field of a form, is secret. */
  isParameter(name: string, value: string): boolean
  /** Whether a text contains the value of a secret. */
  isIn(text: string): boolean
  /** The same for a long text. */
  areIn(text: string): Yielding<boolean>
  /** Returns the places of secret values and members in a long text, at most `most` + 1. */
  placesIn(text: string, most: number): Yielding<readonly Part[]>
  /** Replaces the values of secrets, and of secret JSON members, with `redacted`. */
  without(text: string): string
  /** The same for a long text. */
  withoutIn(text: string): Yielding<string>
  /** The same for a URL, a header or a form, including its secret parameters. */
  withoutParameters(text: string): string
}

/** Where to look for secrets. */
export interface SecretPlaces {
  readonly requestHeaders: HeaderPairs
  readonly responseHeaders: HeaderPairs
  /** The parameters of the query, and the fields of forms. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Bodies that may be JSON, or contain it. */
  readonly bodies: readonly string[]
  /** Secrets that were found elsewhere. */
  readonly values: readonly string[]
}

/** Maximum number of values, because every body is searched for each of them. */
export const mostValues = 200

/** Minimum length, in characters. Shorter values occur in too many other texts. */
const shortestValue = 8
/** The same for cookies, which often contain words such as a language. */
const shortestCookie = 16

/** Throws a `Problem` if there are more than `mostValues`. */
export function createSecrets(places: SecretPlaces, redact: Redaction = {}): Secrets {
  const ownHeaders = new Set(redact.headers?.map((name) => name.toLowerCase()))
  const ownParameters = new Set(redact.query)
  const isHeader = (name: string): boolean =>
    ownHeaders.has(name.toLowerCase()) || isSecretHeader(name)
  const isParameter = (name: string, value: string): boolean =>
    ownParameters.has(name) || isSecretParameter(name, value)

  const found = new Set<string>()
  const take = (value: string, shortest = shortestValue): void => {
    if (value.length >= shortest) for (const each of spellings(value)) found.add(each)
  }
  for (const [name, value] of [...places.requestHeaders, ...places.responseHeaders]) {
    if (!isHeader(name)) for (const each of parametersIn(value, isParameter)) take(each.value)
    else if (/cookie/i.test(name)) {
      for (const each of valuesOfCookies(name, value)) take(each, shortestCookie)
    } else for (const each of credentialsIn(value)) take(each)
  }
  for (const [name, value] of places.fields) if (isParameter(name, value)) take(value)
  for (const body of places.bodies) for (const { value } of membersIn(body)) take(value)
  for (const value of places.values) take(value)
  found.delete(redacted)
  if (found.size > mostValues) throw tooMany()
  // The longest first, because shorter ones may be parts of them.
  const values = [...found].sort((a, b) => b.length - a.length)

  const without = (text: string): string =>
    values.reduce(
      (rest, value) => rest.replaceAll(value, redacted),
      withoutAt(text, membersIn(text)),
    )
  return {
    isHeader,
    isParameter,
    isIn: (text) => values.some((value) => text.includes(value)),
    *areIn(text) {
      for (const value of values) {
        yield
        if (text.includes(value)) return true
      }
      return false
    },
    *placesIn(text, most) {
      const places: Part[] = [...membersIn(text).slice(0, most + 1)]
      for (const value of values) {
        yield
        let at = text.indexOf(value)
        while (at !== -1 && places.length <= most) {
          places.push({ from: at, to: at + value.length })
          at = text.indexOf(value, at + value.length)
        }
      }
      return places
    },
    without,
    *withoutIn(text) {
      let rest = withoutAt(text, membersIn(text))
      for (const value of values) {
        yield
        rest = rest.replaceAll(value, redacted)
      }
      return rest
    },
    withoutParameters: (text) => without(withoutAt(text, parametersIn(text, isParameter))),
  }
}

/** A secret in a text. */
interface Found extends Part {
  readonly value: string
}

function withoutAt(text: string, places: readonly Found[]): string {
  const cuts = places.map(({ from, to }): Cut => ({ from, to, by: redacted }))
  return cuts.length === 0 ? text : withCuts(text, cuts)
}

/** Returns the strings of secret members in JSON, or in a text that contains JSON. */
function membersIn(text: string): readonly Found[] {
  const found: Found[] = []
  for (const { 0: beginning, 1: inside = '', index } of text.matchAll(secretMember)) {
    const from = index + beginning.length
    if (from < (found.at(-1)?.to ?? 0)) continue
    const to = endOfString(text, from, inside !== '')
    if (to === undefined) continue
    const raw = text.slice(from, to)
    const value = inside === '' ? parsed(raw) : parsed(parsed(raw) ?? '')
    found.push({ from, to, value: value ?? raw })
  }
  return found
}

/** Returns where a string of JSON ends; of JSON `inside` a string, with its backslash. */
function endOfString(text: string, from: number, inside: boolean): number | undefined {
  for (let at = from; at < text.length; at++) {
    const start = at
    while (text[at] === '\\') at++
    if (text[at] !== '"') continue
    const slashes = at - start
    // Inside, each backslash and each quote of the value has three more before it.
    if (inside ? slashes % 4 === 1 : slashes % 2 === 0) return inside ? at - 1 : at
  }
  return undefined
}

function parsed(raw: string): string | undefined {
  try {
    return JSON.parse(`"${raw}"`)
  } catch {
    return undefined
  }
}

/** Returns the secret parameters of a form or of URLs in a text, and the passwords of URLs. */
function parametersIn(text: string, isSecret: Secrets['isParameter']): readonly Found[] {
  const all: Found[] = []
  for (const match of text.matchAll(/(^|[?&#;])([^?&#;=\s]{1,100}=)([^&#;\s"'<>,]+)/g)) {
    const [, before = '', name = '', raw = ''] = match
    const from = match.index + before.length + name.length
    const [decoded] = new URLSearchParams(name + raw)
    const [ownName = '', value = ''] = decoded ?? []
    if (isSecret(ownName, value)) all.push({ from, to: from + raw.length, value })
  }
  for (const { 0: part, index } of text.matchAll(/\/\/[^/@:\s]{1,500}:[^/@\s]{1,500}@/g)) {
    const from = index + part.indexOf(':') + 1
    const to = index + part.length - 1
    all.push({ from, to, value: text.slice(from, to) })
  }
  const found: Found[] = []
  for (const each of all.sort((a, b) => a.from - b.from)) {
    if (each.from >= (found.at(-1)?.to ?? 0)) found.push(each)
  }
  return found
}

/** Returns the value itself, and its forms in JSON and URLs from several encoders. */
function spellings(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1)
  const encoded = encodeURIComponent(wellFormed(value))
  return [
    value,
    json,
    // As PHP, Go and Python escape it.
    json.replaceAll('/', '\\/'),
    inEscapes(json, /[&<>]/g),
    inEscapes(json, /[^ -~]/g),
    encoded,
    encoded.replace(/%../g, (byte) => byte.toLowerCase()),
    new URLSearchParams({ '': value }).toString().slice(1),
    // In a URL that is itself the value of a parameter.
    encodeURIComponent(encoded),
  ]
}

function inEscapes(text: string, units: RegExp): string {
  return text.replace(units, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function wellFormed(value: string): string {
  return value.replace(/\p{Surrogate}/gu, '\ufffd')
}

function tooMany(): Problem {
  const detail = `It has too many secrets: recordings are searched for at most ${mostValues}.`
  return new Problem('invalid-rule', detail)
}
