// Compares the reference in docs/api.md with the table of operations that it is written from.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { OperationName } from '../control/control.ts'
import { type AnyOperation, operations } from '../control/operations.ts'
import { described } from '../http/control-plane/openapi/openapi.ts'

const document = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')

function row([name, { method, path, takes }]: [string, AnyOperation]): string {
  const { summary, parameters = [] } = described[name as OperationName]
  const names = parameters.filter((each) => each['in'] === 'query').map((each) => each['name'])
  const query = takes.includes('query') ? `?${names.map((each) => `${each}=`).join('&')}` : ''
  return `| \`${method} /api${path}${query}\` | ${summary} |`
}

test('docs/api.md lists every operation with its call and its summary', () => {
  const reference = ['| call | does |', '| --- | --- |']
  reference.push(...Object.entries<AnyOperation>(operations).map(row))
  const [, found] = /<!-- operations -->\n\n([\s\S]*?)\n\n<!-- end -->/.exec(document) ?? []
  expect(found).toBe(reference.join('\n'))
})
