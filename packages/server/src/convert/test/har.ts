// Makes recordings for tests from a few members of each entry.
import type { Converted } from '../converted.ts'
import { convertHar } from '../har.ts'

export interface Given {
  readonly url?: string
  readonly method?: string
  readonly status?: number
  readonly content?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly requestHeaders?: Readonly<Record<string, string>>
  readonly kind?: string
}

function pairs(headers: Readonly<Record<string, string>> = {}): object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

/** Returns a recording of these entries. Default of each: `GET http://h/x`, response `[1]`. */
export function har(...given: readonly Given[]): string {
  const entries = given.map(({ url = 'http://h/x', method = 'GET', status = 200, ...rest }) => ({
    ...(rest.kind && { _resourceType: rest.kind }),
    request: { method, url, headers: pairs(rest.requestHeaders) },
    response: {
      status,
      headers: pairs(rest.headers),
      content: rest.content ?? { mimeType: 'application/json', text: '[1]' },
    },
  }))
  return JSON.stringify({ log: { version: '1.2', entries } })
}

export async function convert(...given: readonly Given[]): Promise<Converted> {
  return await convertHar(har(...given), { file: 'x.har' })
}
