// Rules that take many times the length of their text in memory.
import { setTimeout as sleep } from 'node:timers/promises'
import { askOnce, plainRequest } from '../../hostile/connection.ts'
import { withBody } from '../../hostile/limits.ts'
import { type Attack, manyAtOnce } from '../attack.ts'

const tenThousand = 10_000
const responses = `[${'{},'.repeat(tenThousand - 1)}{}]`
/** Number of rules in an import, which take seconds to read. */
const imported = process.env['RELIABILITY_LONG'] ? 50 : 10
const chunks = `[${'{"body":"x"},'.repeat(2000)}{"body":""}]`

export const attacks: readonly Attack[] = [
  {
    name: 'heavy rules: four endpoints that are full of them',
    async prepare(url) {
      for (const name of ['a', 'b', 'c', 'd'])
        await fillWithRules(url, name, `"response":{"chunks":${chunks}}`)
    },
    run: (url, signal) =>
      manyAtOnce(4, signal, async (who) => {
        await askOnce(url, plainRequest('GET', `/endpoint/${'abcd'[who]}`))
      }),
  },
  {
    name: 'heavy rules: ten thousand responses each',
    args: ['--memory'],
    prepare: (url) => fillWithRules(url, 'filled', `"responses":${responses}`),
    run: adding('PUT', '/api/rule/add', () => `{"endpoint":"filled","responses":${responses}}`),
  },
  {
    name: 'heavy rules: imports of them',
    args: ['--memory'],
    run: adding('POST', '/api/import', (i) => {
      const rule = (at: number): string =>
        `{"id":"r${i}-${at}","endpoint":"e${at % 50}","responses":${responses}}`
      return `{"rules":[${Array.from({ length: imported }, (_, at) => rule(at)).join(',')}]}`
    }),
  },
]

/** Adds rules with these members until the endpoint is full, sixteen at a time to share a sync. */
async function fillWithRules(url: string, endpoint: string, members: string): Promise<void> {
  const body = `{"endpoint":"${endpoint}",${members}}`
  let left = 1000
  const add = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await fetch(`${url}/api/rule/add`, { method: 'PUT', body })
      if (status === 507) return
      if (status !== 200) throw new Error(`A rule is answered with ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, add))
}

/** Returns an attack that sends one body after another, four at a time, and awaits responses. */
function adding(method: string, path: string, bodyOf: (i: number) => string): Attack['run'] {
  return async (url, signal) => {
    let sent = 0
    await manyAtOnce(4, signal, async () => {
      await askOnce(url, withBody(method, path, bodyOf(sent++)))
      await sleep(1)
    })
  }
}
