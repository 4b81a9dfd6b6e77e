// A well-behaved client. It sends one request after another, times it and compares its response.
import { Agent, request as httpRequest } from 'node:http'

export interface GoodRequests {
  /** The duration of each request, in milliseconds. */
  readonly milliseconds: readonly number[]
  /** Wrong bodies and errors. */
  readonly failures: readonly string[]
  readonly adds: number
}

/** Reads, and now and then adds, for so many milliseconds. Every tenth uses its own connection. */
export async function behaveWell(url: string, duration: number): Promise<GoodRequests> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const milliseconds: number[] = []
  const failures: string[] = []
  let adds = 0
  let data = '{"turn":-1}'
  await send(url, agent, data)
  const end = performance.now() + duration
  for (let turn = 0; performance.now() < end; turn++) {
    const isAdd = turn % 25 === 0
    if (isAdd) data = `{"turn":${turn}}`
    adds += isAdd ? 1 : 0
    const start = performance.now()
    const body = await send(url, turn % 10 === 1 ? false : agent, isAdd ? data : undefined)
    milliseconds.push(performance.now() - start)
    const wanted = `{"success":true,"name":"good","data":${data},"statusCode":200,"delay":0}`
    if (body !== (isAdd ? wanted : data)) failures.push(body)
  }
  agent.destroy()
  return { milliseconds, failures, adds }
}

/** Adds the endpoint if there is data for it, otherwise reads it. Resolves to the body or error. */
function send(url: string, agent: Agent | false, data?: string): Promise<string> {
  return new Promise((resolve) => {
    const path = data === undefined ? '/endpoint/good' : '/api/endpoint/add'
    const method = data === undefined ? 'GET' : 'PUT'
    const port = new URL(url).port
    const request = httpRequest({ host: '127.0.0.1', port, path, method, agent }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      response.on('close', () => resolve(body))
    })
    request.on('error', (error) => resolve(String(error)))
    request.end(data && `{"name":"good","data":${data}}`)
  })
}
