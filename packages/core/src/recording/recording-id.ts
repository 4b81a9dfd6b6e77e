// The id of a recording: the same for the same request, so that it replaces the recording before.
import { compareUtf8 } from '../model/json/utf8.ts'
import type { RuleWhen } from '../model/rule/rule.ts'
import { digestOf, digestOfText } from '../rules/match/json-digest.ts'
import { readTree } from '../rules/match/json-tree.ts'

/**
 * Such as `github-get-repos-octokit-1f3a9c2b4d`: for people to read, and a hash that tells all apart. The
 * same for two spellings of the same JSON or query. It has 52 bits: enough for the rules of an endpoint.
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

/** By their names. Those of the same name stay as they were. */
function inOrder<T>(members: Iterable<[name: string, T]>): [name: string, T][] {
  return [...members].sort(([a], [b]) => compareUtf8(a, b))
}

function byValue(json: string | undefined): number | undefined {
  const tree = json === undefined ? undefined : readTree(json)
  return tree && digestOf(tree)
}

/** In characters of one byte, so that the id stays within 255 bytes. */
const longest = 80

/** Lower-case letters and digits of ASCII, and hyphens between them. */
function slug(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  return words.slice(0, longest).replace(/^-+|-+$/g, '')
}
