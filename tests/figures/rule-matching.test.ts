// How much longer a request takes with a thousand rules than with one.
import { expect, test } from 'vitest'
import { createApp } from '../../packages/core/dist/index.js'
import { createMemoryStore } from '../../packages/core/dist/memory.js'
import { figure } from './lib/figure.ts'

const mebibyte = 1024 * 1024
const large = `{"b":[${'12.5,'.repeat((mebibyte - 100) / 5)}1],"a":-1}`

type App = Pick<ReturnType<typeof createApp>, 'fetch'>

interface Asked {
  readonly name: string
  readonly when: (i: number) => object
  readonly path: string
  readonly body: string
  readonly rounds: number
  readonly atMost: number
}

const asked: readonly Asked[] = [
  {
    name: 'JSON, with a body of 1 MiB',
    when: (i) => ({ json: { a: i } }),
    path: '',
    body: large,
    rounds: 20,
    atMost: 3,
  },
  {
    name: 'path and method',
    when: (i) => ({ method: 'POST', path: `/things/${i}` }),
    path: '/things/0',
    body: '{}',
    rounds: 5000,
    atMost: 1.2,
  },
]

test.each(asked)('1,000 rules by $name', async ({ name, when, path, body, rounds, atMost }) => {
  const one = await open(1, when)
  const thousand = await open(1000, when)
  const times = { one: 0, thousand: 0 }
  // The first round is a warm-up.
  for (let round = 0; round < 4; round++) {
    const ofOne = await time(one)
    const ofThousand = await time(thousand)
    if (round === 0) continue
    times.one += ofOne
    times.thousand += ofThousand
  }
  figure(`a thousand rules by ${name}: times one rule`, times.thousand / times.one, '×', { atMost })

  async function time({ fetch }: App): Promise<number> {
    const url = `http://localhost/endpoint/ruled${path}`
    const start = performance.now()
    for (let i = 0; i < rounds; i++) {
      const response = await fetch(new Request(url, { method: 'POST', body }))
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
    return performance.now() - start
  }
})

async function open(count: number, when: (i: number) => object): Promise<App> {
  const app = createApp({ store: createMemoryStore() })
  await add(app, '/api/endpoint/add', { name: 'ruled', data: 'record' })
  for (let i = 0; i < count; i++) {
    await add(app, '/api/rule/add', { endpoint: 'ruled', when: when(i), response: { data: i } })
  }
  return app
}

async function add({ fetch }: App, path: string, given: object): Promise<void> {
  const init = { method: 'PUT', body: JSON.stringify(given) }
  expect((await fetch(new Request(`http://localhost${path}`, init))).status).toBe(200)
}
