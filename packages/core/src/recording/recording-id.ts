// The id of a recording: the same for the same request, so that a new one replaces the old one.
import { compareUtf8 } from '../model/json/utf8.ts'
import type { RuleWhen } from '../model/rule/rule.ts'
import { digestOf, digestOfText } from '../rules/match/json-digest.ts'
import { readTree } from '../rules/match/json-tree.ts'

/**
 * Returns an id such as `github-get-repos-octokit-1f3a9c2b4d5e6`: readable words, and a hash that
 * is the same for all spellings of a JSON body or query. Its 52 bits are enough for the rules of an
 * endpoint.
 */
export function recordingId(endpoint: string, when: RuleWhen): string {
  const { method = '', path = '', queryString, json, jsonIncludes } = when
  const parameters = inOrder(new URLSearchParams(queryString))
  const words = slug([endpoint, method, path, parameters].flat(2).join(' '))
  const given = {
    ...{ ...when, queryString: parameters },
    ...{ json: byValue(json), jsonIncludes: byValue(jsonIncludes) },
  }
  const members = inOrder(Object.entries(given))
  const digest = digestOfText(JSON.stringify([endpoint, members]))
  return `${words}-${digest.toString(16).padStart(13, '0')}`
}

/** Sorts members by name. Members of the same name keep their order. */
function inOrder<T>(members: Iterable<[name: string, T]>): [name: string, T][] {
  return [...members].sort(([a], [b]) => compareUtf8(a, b))
}

function byValue(json: string | undefined): number | undefined {
  const tree = json === undefined ? undefined : readTree(json)
  return tree && digestOf(tree)
}

/** Maximum length of the words, in characters of one byte. The id stays within 255 bytes. */
const longest = 80

/** Returns words of lower-case ASCII letters, digits and dots, with hyphens between them. */
function slug(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  return words.slice(0, longest).replace(/^-+|-+$/g, '')
}
