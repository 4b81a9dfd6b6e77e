// The same call with curl, fetch, Vitest, Python and HTTPie.
import type { Endpoint } from '@mock-endpoint/core/client'
import { forShell } from '../../words/for-shell.ts'
import { urlOf } from '../url-of.ts'

export interface Snippet {
  readonly title: string
  readonly text: string
}

const longestData = 2000

export function snippetsOf(endpoint: Endpoint): readonly Snippet[] {
  const url = urlOf(endpoint.name)
  return [
    { title: 'curl', text: `curl -i ${forShell(url)}` },
    { title: 'fetch', text: fetchOf(url) },
    { title: 'Vitest', text: testOf(endpoint) },
    { title: 'Python', text: pythonOf(url) },
    { title: 'HTTPie', text: `http ${forShell(url)}` },
  ]
}

function fetchOf(url: string): string {
  return `const response = await fetch(${JSON.stringify(url)})\nconst data = await response.json()`
}

/** The URL is percent-encoded, so JSON quotes it as Python does. */
function pythonOf(url: string): string {
  return [
    'import requests',
    '',
    `response = requests.get(${JSON.stringify(url)})`,
    'print(response.status_code, response.json())',
  ].join('\n')
}

function testOf({ name, data, statusCode, delay }: Endpoint): string {
  const value = data.length <= longestData ? data : 'null /* the data */'
  const options = [
    `name: ${JSON.stringify(name)}`,
    `data: rawJson(${JSON.stringify(value)})`,
    ...(statusCode === 200 ? [] : [`statusCode: ${statusCode}`]),
    ...(delay === 0 ? [] : [`delay: ${delay}`]),
  ]
  return [
    "import { createMockServer, rawJson } from '@mock-endpoint/vitest-plugin'",
    "import { expect, test } from 'vitest'",
    '',
    'const mock = await createMockServer()',
    '',
    `test('asks for ${name.replaceAll(/[\\'\n]/g, ' ')}', async () => {`,
    '  const { url } = await mock.add({',
    ...options.map((option) => `    ${option},`),
    '  })',
    '  const response = await fetch(url)',
    `  expect(response.status).toBe(${statusCode})`,
    '})',
  ].join('\n')
}
