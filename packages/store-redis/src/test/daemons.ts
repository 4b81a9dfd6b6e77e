// Starts several services in this process that share a Redis store, as daemons do.
import { createApp } from '@mock-endpoint/core'
import { expect, onTestFinished } from 'vitest'
import { openRedisStore, type RedisStoreOptions } from '../index.ts'

export interface Daemon {
  add(name: string, data: string): Promise<number>
  rule(rule: object): Promise<number>
  /** Resolves to the number of uses of a rule. */
  used(id: string): Promise<number>
  remove(name: string): Promise<number>
  clear(): Promise<number>
  read(name: string): Promise<string>
  /** Resolves to the status of a read. */
  status(name: string): Promise<number>
  health(): Promise<Record<string, unknown>>
  /** Calls the control API. Resolves to the JSON of the response. */
  call(
    method: string,
    path: string,
    body?: object,
    accept?: string,
  ): Promise<Record<string, unknown>>
  close(): Promise<void>
}

let workspaces = 0

/** Starts `count` daemons, by default with a new prefix in Redis. They close when the test ends. */
export async function startDaemons(
  url: string,
  count: number,
  options: RedisStoreOptions = {},
): Promise<Daemon[]> {
  const prefix = options.prefix ?? `workspace${workspaces++}`
  return Promise.all(Array.from({ length: count }, () => startDaemon(url, { ...options, prefix })))
}

async function startDaemon(url: string, options: RedisStoreOptions): Promise<Daemon> {
  const store = await openRedisStore(url, options)
  onTestFinished(() => store.close())
  const app = createApp({ store })
  const send = async (
    method: string,
    path: string,
    body?: string,
    accept = '*/*',
  ): Promise<Response> => {
    const init = { method, headers: { accept }, ...(body && { body }) }
    return app.fetch(new Request(`http://localhost${path}`, init))
  }
  const call: Daemon['call'] = async (method, path, body, accept) =>
    (await send(method, path, body && JSON.stringify(body), accept)).json() as Promise<
      Record<string, unknown>
    >
  const status = async (...args: Parameters<typeof send>): Promise<number> =>
    (await send(...args)).status
  return {
    add: (name, data) => status('PUT', '/api/endpoint/add', `{"name":"${name}","data":${data}}`),
    rule: (rule) => status('PUT', '/api/rule/add', JSON.stringify(rule)),
    async used(id) {
      const { used } = (await (await send('GET', `/api/rule/${id}`)).json()) as { used: number }
      return used
    },
    remove: (name) => status('DELETE', `/api/endpoint/${name}`),
    clear: () => status('DELETE', '/api/endpoint'),
    read: async (name) => (await send('GET', `/endpoint/${name}`)).text(),
    status: (name) => status('GET', `/endpoint/${name}`),
    health: () => call('GET', '/api/health'),
    call,
    close: () => store.close(),
  }
}

/** Asks again after a lost link to Redis, which may be silent for two seconds on a busy machine. */
export async function linked<T extends object | undefined>(
  ask: () => Promise<T> | undefined,
): Promise<T | undefined> {
  let answer: T | undefined
  await expect
    .poll(async () => {
      answer = await ask()
      return answer && Reflect.get(answer, 'status')
    })
    .not.toBe(503)
  return answer
}
