// The control API as data: every operation's method and path, how its input travels, and its output
// as JSON text and back. Routes, the wire client, the in-process control and the OpenAPI document
// are made of this table.
import { type Endpoint, endpointToJson } from '../model/endpoint.ts'
import { membersOf, partsOf } from '../model/json-parts.ts'
import type { RecordedRequest } from '../model/request.ts'
import type { Health, OperationName, Operations } from './control.ts'
import { listedRuleToJson, readListedRule } from './rule-json.ts'

interface Operation<Output> {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Below `/api`. `{name}` and `{id}` stand for a segment. */
  readonly path: string
  /**
   * Where the input travels. A query is an object of texts, numbers and booleans. With a body beside
   * a segment or a query, the input is an object: its `answer` is the body.
   */
  readonly takes: 'nothing' | 'segment' | 'query' | 'body' | 'segment and body' | 'query and body'
  /** The largest body, in bytes. Default: the service's own limit. */
  readonly maxBody?: number
  /** The output as the body of the answer. */
  write(output: Output): string
  /** The output that the body of an answer describes. Throws when it describes none. */
  read(body: string): Output
  /** The status of the answer. Default: 200. */
  status?(output: Output): number
}

/** One of the table, whatever its output. */
export type AnyOperation = Operation<unknown>

type Table = { readonly [Name in OperationName]: Operation<Operations[Name]['output']> }

const success = '{"success":true}'

export const operations: Table = {
  addEndpoint: {
    method: 'PUT',
    path: '/endpoint/add',
    takes: 'body',
    write: (endpoint) => `{"success":true,${endpointToJson(endpoint).slice(1)}`,
    read: toEndpoint,
  },
  listEndpoints: {
    method: 'GET',
    path: '/endpoint',
    takes: 'query',
    write({ endpoints, next, ...rest }) {
      const members = JSON.stringify({ next, ...rest }).slice(1)
      return `{"endpoints":[${endpoints.map(endpointToJson).join(',')}],${members}`
    },
    read(body) {
      const members = membersOf(body)
      const endpoints = partsOf(member(members, 'endpoints')).map(({ text }) => toEndpoint(text))
      const next = JSON.parse(member(members, 'next')) as string | null
      const unreadable = members.get('unreadable')
      if (unreadable === undefined) return { endpoints, next }
      return { endpoints, next, unreadable: JSON.parse(unreadable) as string[] }
    },
  },
  listSummaries: {
    method: 'GET',
    path: '/summary',
    takes: 'query',
    write: (page) => JSON.stringify(page),
    read: (body) => parse(body, 'endpoints'),
  },
  clearEndpoints: {
    method: 'DELETE',
    path: '/endpoint',
    takes: 'nothing',
    write: (removed) => JSON.stringify({ success: true, removed }),
    read: (body) => Number(parse<{ removed: number }>(body, 'removed').removed),
  },
  getEndpoint: {
    method: 'GET',
    path: '/endpoint/{name}',
    takes: 'segment',
    write: endpointToJson,
    read: toEndpoint,
  },
  removeEndpoint: {
    method: 'DELETE',
    path: '/endpoint/{name}',
    takes: 'segment',
    write: (name) => JSON.stringify({ success: true, name }),
    read: (body) => parse<{ name: string }>(body, 'name').name,
  },
  addRule: {
    method: 'PUT',
    path: '/rule/add',
    takes: 'body',
    write: (rule) => `{"success":true,${listedRuleToJson(rule).slice(1)}`,
    read: readListedRule,
  },
  listRules: {
    method: 'GET',
    path: '/rule',
    takes: 'query',
    write: ({ rules, next }) =>
      `{"rules":[${rules.map(listedRuleToJson).join(',')}],"next":${JSON.stringify(next)}}`,
    read(body) {
      const members = membersOf(body)
      const rules = partsOf(member(members, 'rules')).map(({ text }) => readListedRule(text))
      return { rules, next: JSON.parse(member(members, 'next')) as string | null }
    },
  },
  clearRules: {
    method: 'DELETE',
    path: '/rule',
    takes: 'query',
    write: (removed) => JSON.stringify({ success: true, removed }),
    read: (body) => Number(parse<{ removed: number }>(body, 'removed').removed),
  },
  getRule: {
    method: 'GET',
    path: '/rule/{id}',
    takes: 'segment',
    write: listedRuleToJson,
    read: readListedRule,
  },
  removeRule: {
    method: 'DELETE',
    path: '/rule/{id}',
    takes: 'segment',
    write: (id) => JSON.stringify({ success: true, id }),
    read: (body) => parse<{ id: string }>(body, 'id').id,
  },
  listRequests: {
    method: 'GET',
    path: '/request',
    takes: 'query',
    write: (page) => JSON.stringify(page),
    read: (body) => parse(body, 'requests'),
  },
  clearRequests: {
    method: 'DELETE',
    path: '/request',
    takes: 'nothing',
    write: () => success,
    read: (body) => void parse(body, 'success'),
  },
  getRequest: {
    method: 'GET',
    path: '/request/{id}',
    takes: 'segment',
    write: (request) => JSON.stringify(request),
    read: (body) => parse<RecordedRequest>(body, 'id'),
  },
  releaseRequest: {
    method: 'POST',
    path: '/request/{id}/release',
    takes: 'segment and body',
    write: (id) => JSON.stringify({ success: true, id }),
    read: (body) => parse<{ id: number }>(body, 'id').id,
  },
  releaseRequests: {
    method: 'POST',
    path: '/request/release',
    takes: 'query and body',
    write: (released) => JSON.stringify({ success: true, released }),
    read: (body) => parse<{ released: number }>(body, 'released').released,
  },
  reset: {
    method: 'POST',
    path: '/reset',
    takes: 'body',
    maxBody: 64 * 1024,
    write: () => success,
    read: (body) => void parse(body, 'success'),
  },
  getHealth: {
    method: 'GET',
    path: '/health',
    takes: 'nothing',
    write: (health) => JSON.stringify(health),
    read: (body) => parse<Health>(body, 'status'),
    // With endpoints that cannot be read it goes on serving all others.
    status: ({ status, unreadable }) => (status === 'ok' || unreadable ? 200 : 503),
  },
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    takes: 'nothing',
    write: (document) => document,
    read(body) {
      parse(body, 'openapi')
      return body
    },
  },
}

function toEndpoint(record: string): Endpoint {
  const members = membersOf(record)
  return {
    name: JSON.parse(member(members, 'name')) as string,
    data: member(members, 'data'),
    statusCode: Number(member(members, 'statusCode')),
    delay: Number(member(members, 'delay')),
  }
}

function member(members: ReadonlyMap<string, string>, name: string): string {
  const text = members.get(name)
  if (text === undefined) throw new TypeError(`There is no member ${name}.`)
  return text
}

/** The object that a body holds. Throws when it has no such member. */
function parse<T extends object>(body: string, name: string): T {
  const value = JSON.parse(body) as T
  if (!(name in value)) throw new TypeError(`There is no member ${name}.`)
  return value
}
