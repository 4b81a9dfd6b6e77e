// Writes the outputs of operations as response bodies, which `control/operations` reads.
import type { OperationName, Operations } from '../../control/control.ts'
import { endpointToJson } from '../../model/endpoint/endpoint.ts'
import { listedRuleToJson } from '../../model/rule/rule-json.ts'

type Writers = {
  readonly [Name in OperationName]: (output: Operations[Name]['output']) => string
}

const success = '{"success":true}'

const writers: Writers = {
  addEndpoint: (endpoint) => asSuccess(endpointToJson(endpoint)),
  importRecords: ({ endpoints, rules }) => JSON.stringify({ success: true, endpoints, rules }),
  listEndpoints: ({ endpoints, ...rest }) =>
    asPage('endpoints', endpoints.map(endpointToJson), rest),
  listSummaries: asJson,
  clearEndpoints: (removed) => JSON.stringify({ success: true, removed }),
  getEndpoint: endpointToJson,
  removeEndpoint: (name) => JSON.stringify({ success: true, name }),
  addRule: (rule) => asSuccess(listedRuleToJson(rule)),
  listRules: ({ rules, ...rest }) => asPage('rules', rules.map(listedRuleToJson), rest),
  clearRules: (removed) => JSON.stringify({ success: true, removed }),
  getRule: listedRuleToJson,
  removeRule: (id) => JSON.stringify({ success: true, id }),
  listRequests: asJson,
  clearRequests: () => success,
  getRequest: asJson,
  releaseRequest: (id) => JSON.stringify({ success: true, id }),
  releaseRequests: (released) => JSON.stringify({ success: true, released }),
  sendDelivery: (delivery) => asSuccess(JSON.stringify(delivery)),
  listDeliveries: asJson,
  clearDeliveries: (removed) => JSON.stringify({ success: true, removed }),
  getDelivery: asJson,
  removeDelivery: (id) => JSON.stringify({ success: true, id }),
  reset: () => success,
  getHealth: asJson,
  getOpenApi: (document) => document,
}

/** Returns the response body for the output of an operation. */
export function writeOutput(name: OperationName, output: unknown): string {
  return writers[name](output as never)
}

function asJson(output: object): string {
  return JSON.stringify(output)
}

function asPage(name: string, records: readonly string[], rest: object): string {
  return `{"${name}":[${records.join(',')}],${JSON.stringify(rest).slice(1)}`
}

/** Adds `success` before the members of an object. */
function asSuccess(object: string): string {
  return `{"success":true,${object.slice(1)}`
}
