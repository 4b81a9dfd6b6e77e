// Rules that take long to match, and requests that are matched against them.
import { askOnce } from '../../hostile/connection.ts'
import { withBody } from '../../hostile/limits.ts'
import { type Attack, manyAtOnce } from '../attack.ts'

/** Nearly the largest body that rules match, in bytes. */
const largest = 1024 * 1024 - 100

interface Costly {
  readonly name: string
  /** Returns the conditions of a rule. They differ only in their last value. */
  readonly when: (i: number) => string
  readonly rules: number
  readonly path?: string
  readonly body?: string
}

const names = Array.from({ length: 4500 }, (_, i) => `"q${i}":null`).join(',')

const costly: readonly Costly[] = [
  {
    name: 'a number of a million digits',
    rules: 1,
    when: () => '"json":{"a":1}',
    body: `{"a":1${'0'.repeat(largest)}1}`,
  },
  {
    name: 'a thousand rules, and a body of a mebibyte',
    rules: 1000,
    when: (i) => `"json":{"a":${i}}`,
    body: `{"b":[${fill('1e1,')}1],"a":-1}`,
  },
  {
    name: 'a hundred rules as deep as the body',
    rules: 100,
    when: (i) => `"json":${nested(480, i)}`,
    body: nested(480, -1),
  },
  {
    name: 'a body of half a million levels',
    rules: 100,
    when: (i) => `"json":{"a":${i}}`,
    body: nested(largest / 2, -1),
  },
  {
    name: 'a body of many names',
    rules: 100,
    when: (i) => `"json":{"a":${i}}`,
    body: `{${Array.from({ length: 80_000 }, (_, i) => `"${i}x":1`).join(',')}}`,
  },
  {
    name: 'twenty rules of 4,500 parameters',
    rules: 20,
    when: () => `"query":{${names},"last":"x"}`,
    path: `?${'a&'.repeat(7000)}`,
  },
  {
    name: 'many rules that are equal to the end',
    rules: 300,
    when: (i) => `"json":[${'1,'.repeat(3000)}${i}]`,
    body: `[${'1,'.repeat(3000)}-1]`,
  },
  {
    name: 'long paths',
    rules: 1000,
    when: (i) => `"path":"${'/a'.repeat(1000)}/${i}"`,
    path: `${'/a'.repeat(1000)}/x`,
  },
]

export const attacks: readonly Attack[] = costly.map(({ name, rules, when, path = '', body }) => ({
  name: `rules: ${name}`,
  args: ['--memory'],
  async prepare(url) {
    for (let i = 0; i < rules; i++) {
      const rule = `{"endpoint":"ruled","when":{"method":"POST",${when(i)}},"response":{}}`
      const response = await fetch(`${url}/api/rule/add`, { method: 'PUT', body: rule })
      if (!response.ok) throw new Error(await response.text())
    }
  },
  async run(url, signal) {
    const request = withBody('POST', `/endpoint/ruled${path}`, body ?? '')
    await manyAtOnce(4, signal, async () => {
      await askOnce(url, request)
    })
  },
}))

function fill(text: string): string {
  return text.repeat(Math.floor((largest - 20) / text.length))
}

function nested(depth: number, inside: number): string {
  return `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`
}
