// The docs show parts of these files word for word or link to them, and their commands print what they say.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const page = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8')
const realApis = readFileSync(new URL('../../docs/real-apis.md', import.meta.url), 'utf8')
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const folders = ['./', '../real-clients/'].map((folder) => new URL(folder, import.meta.url))

/** The blocks that begin with the name of their file. */
const blocks = (text: string) => [...text.matchAll(/^```ts\n\/\/ (\S+\.ts)\n([\s\S]*?)^```$/gm)]
const parts = [...blocks(page), ...blocks(realApis)]
const whole = blocks(readme).filter(([, name]) => name === 'rules.test.ts')
const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)]

function read(name: string): string {
  const file = folders.map((folder) => new URL(name, folder)).find((url) => existsSync(url))
  if (!file) throw new Error(`There is no ${name}.`)
  return readFileSync(file, 'utf8')
}

test('every file of this folder is shown or linked to', () => {
  const linked = page.matchAll(/\(\.\.\/examples\/rules\/([a-z-]+\.test\.ts)\)/g)
  const names = new Set([...parts, ...whole, ...linked].map(([, name]) => name))
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.ts'))
  const own = ['get-json.ts', 'page.test.ts', 'faults.test.ts', 'vitest.config.ts']
  expect(files.filter((name) => !names.has(name)).sort()).toEqual(own.sort())
})

test.each(parts.map(([, name = '', text = '']) => ({ name, text })))('$name', ({ name, text }) => {
  expect(`\n${read(name)}`).toContain(`\n${text}`)
})

test.each(whole.map(([, name = '', text]) => ({ name, text })))('$name', ({ name, text }) => {
  expect(text).toBe(read(name))
})

test('the commands print what the page says, one after the other', async () => {
  const mock = await createMockServer()
  const printed: string[] = []
  for (const [, script = ''] of commands) {
    const text = `curl() { command curl -sS -w '\\n' "$@"; }\n${script}`
    const own = text.replaceAll('http://localhost:16540', mock.url())
    const { stdout } = await run('sh', ['-c', own])
    // The ends of lines that went to /dev/null.
    printed.push(stdout.replace(/^\n/gm, ''))
  }
  expect(commands.length).toBeGreaterThan(0)
  expect(printed.join('---\n')).toBe(commands.map(([, , text]) => text).join('---\n'))
})
