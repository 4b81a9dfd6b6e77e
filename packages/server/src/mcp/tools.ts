// All tools, by the names that models use.
import { addEndpoint, addRule, listMocks, removeMocks } from './endpoint-tools.ts'
import { explainRequest, listRequests, waitForRequests } from './request-tools.ts'
import { importMocks, reset, sendWebhook } from './service-tools.ts'
import type { Tool } from './tool.ts'

export const tools: Readonly<Record<string, Tool>> = {
  add_endpoint: addEndpoint,
  add_rule: addRule,
  list_mocks: listMocks,
  remove_mocks: removeMocks,
  list_requests: listRequests,
  wait_for_requests: waitForRequests,
  explain_request: explainRequest,
  send_webhook: sendWebhook,
  import_mocks: importMocks,
  reset,
}
