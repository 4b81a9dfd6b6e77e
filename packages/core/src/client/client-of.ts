// A client that calls any control API.
import type { Control } from '../control/control.ts'
import { pages, requestPages } from '../control/pages.ts'
import type { Endpoint } from '../model/endpoint/endpoint.ts'
import { toSegment } from '../model/endpoint/segment.ts'
import type { RecordedRequest } from '../model/http/request.ts'
import { Problem } from '../model/problem/problem.ts'
import { proposedAs } from '../model/rule/proposed-rule.ts'
import type { ListedRule } from '../model/rule/rule.ts'
import type { AnyApi, NameOf, StoredEndpoint } from './api.ts'
import type { Client, ClientOptions } from './client.ts'
import { createSentDelivery } from './deliveries/sent-delivery.ts'
import { writeDelivery } from './deliveries/write-delivery.ts'
import { createHandle, type EndpointHandle } from './handle.ts'
import { checkedName, toReceivedRequests } from './requests/received-requests.ts'
import { type RequestSource, Waiting } from './requests/waiting.ts'
import { toRuleState } from './rules/rule-state.ts'
import { type RuleValues, writeResponse, writeRule } from './rules/write-rule.ts'
import { unless } from './unless.ts'
import { writeEndpoint } from './write-endpoint.ts'

/** The options of a client, in addition to the control API that it calls. */
export interface ClientOfOptions extends Pick<ClientOptions, 'waitTimeout' | 'waitScope'> {
  /** Returns the URL of the service, without a slash at the end. */
  readonly root: () => string
  /** Adds a rule that may contain functions. Default: sends text, so functions are refused. */
  readonly addRule?: ((rule: RuleValues) => Promise<ListedRule>) | undefined
}

/** Returns a typed client of any control API, in this process or at a URL. */
export function createClientOf<Api extends object = AnyApi>(
  control: Control,
  {
    root,
    waitTimeout = 3_000,
    waitScope,
    addRule = async (rule) => control.addRule(writeRule(rule)),
  }: ClientOfOptions,
): Client<Api> {
  const url = (path?: string): string => {
    if (path === undefined) return root()
    const [, name = '', below = ''] = /^\/?([^/]*)(.*)$/s.exec(path) ?? []
    return `${root()}/endpoint/${toSegment(name)}${below}`
  }
  const source = createRequestSource(control)
  const timeout = typeof waitTimeout === 'number' ? () => waitTimeout : waitTimeout
  const waiting = new Waiting(source, { timeout, scope: waitScope })
  const handle = <Name extends NameOf<Api>>(name: Name): EndpointHandle<Name, Api[Name]> =>
    createHandle(name, url(name), { control, source, waiting, addRule })

  return {
    async add(endpoint) {
      await control.addEndpoint(writeEndpoint(endpoint)).catch(proposeRule)
      return handle(endpoint.name)
    },
    async get(name) {
      const endpoint = await unless('endpoint-not-found', control.getEndpoint(name))
      return endpoint && toStored(endpoint)
    },
    async *list({ prefix = '', pageSize: limit = 100 } = {}) {
      const read = (after?: string) => control.listEndpoints({ prefix, limit, after })
      for await (const { endpoints } of pages(read)) {
        for (const endpoint of endpoints) yield toStored(endpoint)
      }
    },
    async remove(name) {
      const removed = await unless('endpoint-not-found', control.removeEndpoint(name))
      return removed !== undefined
    },
    async clear(...given: readonly unknown[]) {
      if (given.length > 0) throw new TypeError('clear() removes all endpoints; see remove(name).')
      return control.clearEndpoints(undefined)
    },
    endpoint: handle,
    async *rules(endpoint) {
      const read = (after?: string) => control.listRules({ endpoint, after })
      for await (const { rules } of pages(read)) for (const rule of rules) yield toRuleState(rule)
    },
    clearRules: (endpoint) => control.clearRules({ endpoint }),
    async release(options = {}) {
      if (typeof options !== 'object') throw new TypeError('Call release({ endpoint }).')
      const { endpoint, response } = options
      return control.releaseRequests({ endpoint, response: writeResponse(response) })
    },
    async send(delivery) {
      const sent = await control.sendDelivery(writeDelivery(delivery))
      return createSentDelivery(control, sent, timeout)
    },
    requests: async (name) => toReceivedRequests(await source.list(checkedName(name))),
    async reset(what = {}) {
      await control.reset(JSON.stringify(what))
      waiting.giveUp('the mock was reset')
    },
    health: () => control.getHealth(undefined),
    url,
    get baseUrl() {
      return `${root()}/endpoint`
    },
    waitForRequest: (options) => waiting.waitForRequest(undefined, options),
    waitForRequests: (count, options) => waiting.waitForRequests(count, undefined, options),
  }
}

/** Rethrows an error. If its message proposes a rule, rewrites it as a call of this client. */
function proposeRule(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const message = proposedAs(error.message, (endpoint, members) => {
    return `mock.endpoint(${JSON.stringify(endpoint)}).rule(${members})`
  })
  if (message === error.message) throw error
  throw new Problem(error.code, message, error.extensions, { cause: error.cause })
}

/** Converts an endpoint for the client, with parsed data. The type of the data is not checked. */
function toStored<Name extends string, Type>({
  data,
  ...rest
}: Endpoint): StoredEndpoint<Name, Type> {
  return { ...rest, data: JSON.parse(data) } as StoredEndpoint<Name, Type>
}

type Journal = Pick<Control, 'listRequests' | 'followRequests'>

/** Returns the journal of any control API as a source of requests. */
function createRequestSource(control: Journal): RequestSource {
  return {
    async list(endpoint) {
      const requests: RecordedRequest[] = []
      let dropped = 0
      for await (const page of requestPages(control, { endpoint })) {
        requests.push(...page.requests)
        dropped = page.dropped
      }
      return { requests, dropped }
    },
    async *watch(endpoint, signal) {
      try {
        for await (const events of control.followRequests({ endpoint }, signal)) {
          const records = events.flatMap((event) => (event.type === 'request' ? event.request : []))
          // Sorted, because a batch is in order of change. Past requests usually come in one batch.
          yield* records.sort((one, other) => one.id - other.id)
        }
      } catch (error) {
        // After an abort, no caller needs the error.
        if (!signal.aborted) throw error
      }
    },
  }
}
