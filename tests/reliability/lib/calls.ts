// The HTTP calls of a client. Each has a time limit, so that a hang is a failure.
import { Agent, request } from 'node:http'

interface CallResponse {
  readonly status: number
  readonly body: string
}

/** Milliseconds within which every response must arrive. */
const patience = 15_000

export interface Client {
  add(name: string, data: string): Promise<CallResponse>
  remove(name: string): Promise<CallResponse>
  clear(): Promise<CallResponse>
  list(): Promise<CallResponse>
  /** Sends a GET to the endpoint. */
  read(name: string): Promise<CallResponse>
  /** Adds a permanent rule that answers a POST to this endpoint with 201 and the data. */
  addRule(id: string, endpoint: string, data: string): Promise<CallResponse>
  removeRule(id: string): Promise<CallResponse>
  getRule(id: string): Promise<CallResponse>
  rulesOf(endpoint: string): Promise<CallResponse>
  /** Sends a POST to the endpoint. */
  post(name: string): Promise<CallResponse>
  health(): Promise<{ status: string; endpoints: number; rules: number; reason?: string }>
  close(): void
}

/** Returns a client. Its calls reject if the connection breaks or no response comes in time. */
export function createClient(url: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })

  function call(method: string, path: string, body?: string): Promise<CallResponse> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${url}${path}`,
        { method, agent, timeout: patience },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () => {
            resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
          })
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error(`No response to ${method} ${path}.`)))
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  const pathOf = (name: string): string => encodeURIComponent(name)
  return {
    add: (name, data) =>
      call('PUT', '/api/endpoint/add', `{"name":${JSON.stringify(name)},"data":${data}}`),
    remove: (name) => call('DELETE', `/api/endpoint/${pathOf(name)}`),
    clear: () => call('DELETE', '/api/endpoint'),
    list: () => call('GET', '/api/endpoint'),
    read: (name) => call('GET', `/endpoint/${pathOf(name)}`),
    addRule(id, endpoint, data) {
      const names = `"id":${JSON.stringify(id)},"endpoint":${JSON.stringify(endpoint)}`
      const response = `{"statusCode":201,"data":${data}}`
      return call(
        'PUT',
        '/api/rule/add',
        `{${names},"when":{"method":"POST"},"response":${response}}`,
      )
    },
    removeRule: (id) => call('DELETE', `/api/rule/${pathOf(id)}`),
    getRule: (id) => call('GET', `/api/rule/${pathOf(id)}`),
    rulesOf: (endpoint) => call('GET', `/api/rule?endpoint=${pathOf(endpoint)}`),
    post: (name) => call('POST', `/endpoint/${pathOf(name)}`),
    health: async () => JSON.parse((await call('GET', '/api/health')).body),
    close: () => agent.destroy(),
  }
}
