// Resources that models can read without a tool: endpoints, requests, documentation of rules.
import { readFile } from 'node:fs/promises'
import { type Control, endpointToJson } from '@mock-endpoint/core/client'

export interface Resource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
}

const scheme = 'mock-endpoint:'

export const resources: readonly Resource[] = [
  {
    uri: `${scheme}//endpoints`,
    name: 'endpoints',
    title: 'Endpoints',
    description: 'The endpoints in short, at most 1,000.',
    mimeType: 'application/json',
  },
  {
    uri: `${scheme}//docs/rules`,
    name: 'rules',
    title: 'How to write rules',
    description: 'How rules match and respond, with examples.',
    mimeType: 'text/markdown',
  },
]

export const templates: readonly (Omit<Resource, 'uri'> & { readonly uriTemplate: string })[] = [
  {
    uriTemplate: `${scheme}//endpoint/{name}`,
    name: 'endpoint',
    title: 'An endpoint',
    description: 'One endpoint with its data.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: `${scheme}//request/{id}`,
    name: 'request',
    title: 'A request',
    description: 'One request with its response.',
    mimeType: 'application/json',
  },
]

export interface Content {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

/** Resolves to `undefined` for an unknown URI. Rejects with the problem of a missing resource. */
export async function readResource(uri: string, control: Control): Promise<Content | undefined> {
  const [, kind = '', rest = ''] = /^mock-endpoint:\/\/([^/]+)(?:\/(.+))?$/s.exec(uri) ?? []
  const json = (text: string): Content => ({ uri, mimeType: 'application/json', text })
  if (kind === 'endpoints')
    return json(JSON.stringify(await control.listSummaries({ limit: 1000 })))
  if (kind === 'endpoint') {
    return json(endpointToJson(await control.getEndpoint(decodeURIComponent(rest))))
  }
  if (kind === 'request') return json(JSON.stringify(await control.getRequest(rest)))
  if (uri === `${scheme}//docs/rules`) {
    return { uri, mimeType: 'text/markdown', text: await readRules() }
  }
  return undefined
}

/** Reads the page about rules: that of the repository when run from source, as in tests. */
function readRules(): Promise<string> {
  const isSource = import.meta.url.endsWith('.ts')
  const file = isSource ? '../../../../docs/rules.md' : './rules.md'
  return readFile(new URL(file, import.meta.url), 'utf8')
}
