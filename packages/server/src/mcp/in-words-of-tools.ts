// Rewrites messages of the service for models, which have tools instead of its API.
import { proposedAs } from '@mock-endpoint/core/client'

const words: readonly (readonly [call: RegExp, tool: string])[] = [
  [/PUT \S*\/api\/rule\/add/g, 'add_rule'],
  [/PUT \S*\/api\/endpoint\/add/g, 'add_endpoint'],
  [/POST \S*\/api\/import/g, 'import_mocks'],
  [/GET \S*\/api\/request(?=\s)/g, 'list_requests'],
  [/GET (?:or DELETE )?\S*\/api\/rule\?endpoint=\S*?(?=\.?(?:\s|$))/g, 'list_mocks'],
]

export function inWordsOfTools(message: string): string {
  const proposed = proposedAs(message, (_endpoint, _members, rule) => `add_rule ${rule}`)
  return words.reduce((text, [call, tool]) => text.replaceAll(call, tool), proposed)
}
