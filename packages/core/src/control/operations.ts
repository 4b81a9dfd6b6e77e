// The control API as data: the method and path of every operation, where its input goes, and how
// its output is read. Routes, the wire client, the in-process control and the OpenAPI document are
// built from this table. The service writes the outputs elsewhere (`control-plane/outputs`).
import type { Delivery } from '../model/delivery/delivery.ts'
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { membersOf, partsOf } from '../model/json/json-parts.ts'
import type { Imported, OperationName, Operations, RulePage } from './control.ts'
import { readListedRule } from './read-rule.ts'

interface Operation<Output> {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** The path below `/api`. `{name}` and `{id}` each stand for a segment. */
  readonly path: string
  /**
   * Where the input goes. A query is an object of texts, numbers and booleans. An input with two
   * parts is an object. Its `response` is the body, its `id` the segment, and the rest the query.
   */
  readonly takes:
    | 'nothing'
    | 'segment'
    | 'query'
    | 'body'
    | 'segment and query'
    | 'segment and body'
    | 'query and body'
  /** Maximum size of the body, in bytes. Default: the limit of the service. */
  readonly maxBody?: number
  /** Reads the output from the body of a response. Throws if the body does not contain it. */
  read(body: string): Output
  /** The status of the response. Default: 200. */
  status?(output: Output): number
}

/** An operation of the table, with any output. */
export type AnyOperation = Operation<unknown>

type Table = { readonly [Name in OperationName]: Operation<Operations[Name]['output']> }

export const operations: Table = {
  addEndpoint: {
    method: 'PUT',
    path: '/endpoint/add',
    takes: 'body',
    read: toEndpoint,
  },
  importRecords: {
    method: 'POST',
    path: '/import',
    takes: 'body',
    read(body) {
      const { endpoints, rules } = parse<Imported>(body, 'endpoints')
      return { endpoints, rules }
    },
  },
  listEndpoints: {
    method: 'GET',
    path: '/endpoint',
    takes: 'query',
    read(body) {
      const members = membersOf(body)
      const endpoints = partsOf(member(members, 'endpoints')).map(({ text }) => toEndpoint(text))
      return { endpoints, ...endOfPage(members) }
    },
  },
  listSummaries: {
    method: 'GET',
    path: '/summary',
    takes: 'query',
    read: (body) => parse(body, 'endpoints'),
  },
  clearEndpoints: {
    method: 'DELETE',
    path: '/endpoint',
    takes: 'nothing',
    read: (body) => readMember(body, 'removed'),
  },
  getEndpoint: {
    method: 'GET',
    path: '/endpoint/{name}',
    takes: 'segment',
    read: toEndpoint,
  },
  removeEndpoint: {
    method: 'DELETE',
    path: '/endpoint/{name}',
    takes: 'segment',
    read: (body) => readMember(body, 'name'),
  },
  addRule: {
    method: 'PUT',
    path: '/rule/add',
    takes: 'body',
    read: readListedRule,
  },
  listRules: {
    method: 'GET',
    path: '/rule',
    takes: 'query',
    read(body) {
      const members = membersOf(body)
      const rules = partsOf(member(members, 'rules')).map(({ text }) => readListedRule(text))
      return { rules, ...endOfPage(members) }
    },
  },
  clearRules: {
    method: 'DELETE',
    path: '/rule',
    takes: 'query',
    read: (body) => readMember(body, 'removed'),
  },
  getRule: {
    method: 'GET',
    path: '/rule/{id}',
    takes: 'segment',
    read: readListedRule,
  },
  removeRule: {
    method: 'DELETE',
    path: '/rule/{id}',
    takes: 'segment',
    read: (body) => readMember(body, 'id'),
  },
  listRequests: {
    method: 'GET',
    path: '/request',
    takes: 'query',
    read: (body) => parse(body, 'requests'),
  },
  clearRequests: {
    method: 'DELETE',
    path: '/request',
    takes: 'nothing',
    read: (body) => void parse(body, 'success'),
  },
  getRequest: {
    method: 'GET',
    path: '/request/{id}',
    takes: 'segment',
    read: (body) => parse(body, 'id'),
  },
  releaseRequest: {
    method: 'POST',
    path: '/request/{id}/release',
    takes: 'segment and body',
    read: (body) => readMember(body, 'id'),
  },
  releaseRequests: {
    method: 'POST',
    path: '/request/release',
    takes: 'query and body',
    read: (body) => readMember(body, 'released'),
  },
  sendDelivery: {
    method: 'PUT',
    path: '/delivery/send',
    takes: 'body',
    read(body) {
      const { success: _, ...delivery } = parse<Delivery & { readonly success: true }>(body, 'id')
      return delivery
    },
  },
  listDeliveries: {
    method: 'GET',
    path: '/delivery',
    takes: 'query',
    read: (body) => parse(body, 'deliveries'),
  },
  clearDeliveries: {
    method: 'DELETE',
    path: '/delivery',
    takes: 'nothing',
    read: (body) => readMember(body, 'removed'),
  },
  getDelivery: {
    method: 'GET',
    path: '/delivery/{id}',
    takes: 'segment and query',
    read: (body) => parse(body, 'id'),
  },
  removeDelivery: {
    method: 'DELETE',
    path: '/delivery/{id}',
    takes: 'segment',
    read: (body) => readMember(body, 'id'),
  },
  reset: {
    method: 'POST',
    path: '/reset',
    takes: 'body',
    maxBody: 64 * 1024,
    read: (body) => void parse(body, 'success'),
  },
  getHealth: {
    method: 'GET',
    path: '/health',
    takes: 'nothing',
    read: (body) => parse(body, 'status'),
    // A service with unreadable endpoints still serves all others.
    status: ({ status, unreadable }) => (status === 'ok' || unreadable ? 200 : 503),
  },
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    takes: 'nothing',
    read(body) {
      parse(body, 'openapi')
      return body
    },
  },
}

/** Reads the members of a page that follow its records. */
function endOfPage(members: ReadonlyMap<string, string>): Omit<RulePage, 'rules'> {
  const next = JSON.parse(member(members, 'next')) as string | null
  const unreadable = members.get('unreadable')
  return { next, ...(unreadable !== undefined && { unreadable: JSON.parse(unreadable) }) }
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

/** Returns a member of the object in a body. */
function readMember<T>(body: string, name: string): T {
  return parse<Record<string, T>>(body, name)[name] as T
}

/** Parses the object in a body. Throws if it does not have that member. */
function parse<T extends object>(body: string, name: string): T {
  const value = JSON.parse(body) as T
  if (!(name in value)) throw new TypeError(`There is no member ${name}.`)
  return value
}
