// Recognizes documents of other tools, which would otherwise become endpoints, one per member.

import type { LocatedMember } from '../model/json/located.ts'

const openApi =
  'is an OpenAPI document: `mock-endpoint import openapi` turns it into rules of a running daemon'
const har = 'is a HAR recording: `mock-endpoint import har` adds it to a running daemon'

/** Returns what a document is, if it is one of another tool. */
export function foreignFault(members: readonly LocatedMember[]): string | undefined {
  const values = new Map(members.map(({ name, text }) => [name, text]))
  const has = (...names: readonly string[]): boolean => names.every((name) => values.has(name))
  if (has('info') && (has('openapi') || has('swagger'))) return openApi
  if (
    members.length === 1 &&
    /^\{\s*"(version|creator|entries|pages)"/.test(values.get('log') ?? '')
  ) {
    return har
  }
  if (has('routes', 'lastMigration')) return notRead('a Mockoon environment')
  if (has('item') && values.get('info')?.includes('getpostman.com')) {
    return notRead('a Postman collection')
  }
  return undefined
}

function notRead(what: string): string {
  return `is ${what}, which mock-endpoint does not read: \`mock-endpoint import openapi\` reads OpenAPI`
}
