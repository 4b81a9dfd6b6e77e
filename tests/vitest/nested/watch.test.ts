// Watch mode: one server for all reruns, each of which begins with the first endpoints.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { config, environment, programs, serversIn, test } from './project.ts'

const file = `
  import { sharedMockServer } from '@mock-endpoint/vitest-plugin'
  import { expect, test } from 'vitest'
  test('begins with the first endpoints', async () => {
    const shared = sharedMockServer()
    const names = []
    for await (const { name } of shared.list()) names.push(name)
    expect(names).toEqual(['orders'])
    await shared.add({ name: 'left', data: 1 })
    await shared.remove('orders')
    console.log(shared.url())
  })
`

test('each rerun in watch mode resets the same server', async ({ project, expect }) => {
  const options = `{ endpoints: [{ name: 'orders', data: [] }] }`
  const folder = await project({ 'vitest.config.js': config(options), 'a.test.js': file })
  const args = [programs.vitest, '--watch']
  const child = spawn(process.execPath, args, { cwd: folder, env: environment() })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const runs = (): number => output.split('for file changes').length - 1
  try {
    await expect.poll(runs, { timeout: 60_000 }).toBe(1)
    await appendFile(join(folder, 'a.test.js'), '// changed')
    await expect.poll(runs, { timeout: 60_000 }).toBe(2)
    expect(output.match(/Tests {2}.*/g)).toEqual(['Tests  1 passed (1)', 'Tests  1 passed (1)'])
    const servers = serversIn(output)
    expect(servers).toHaveLength(1)
    child.kill('SIGTERM')
    await ended
    await expect(fetch(String(servers[0]))).rejects.toThrow('fetch failed')
  } finally {
    child.kill('SIGKILL')
  }
})

const fileTest = `
  import { sharedMockServer } from '@mock-endpoint/vitest-plugin'
  import { test } from 'vitest'
  test('asks', async () => {
    const text = await (await fetch(sharedMockServer().url('orders'))).text()
    console.log('answer ' + text)
  })
`

test('a changed mock file reruns the tests, and a faulty one is reported and not used', async ({
  project,
  expect,
}) => {
  const folder = await project({
    'vitest.config.js': config("{ from: 'mocks/' }"),
    'a.test.js': fileTest,
    'mocks/orders.json': '[1.0]',
  })
  const args = [programs.vitest, '--watch']
  const child = spawn(process.execPath, args, { cwd: folder, env: environment() })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const answers = (): string[] => output.match(/answer .*/g) ?? []
  try {
    await expect.poll(answers, { timeout: 60_000 }).toEqual(['answer [1.0]'])
    await writeFile(join(folder, 'mocks/orders.json'), '[2.0]')
    await expect.poll(answers, { timeout: 60_000 }).toEqual(['answer [1.0]', 'answer [2.0]'])
    await writeFile(join(folder, 'mocks/orders.json'), '[2')
    await expect.poll(answers, { timeout: 60_000 }).toHaveLength(3)
    expect(answers().at(-1)).toBe('answer [2.0]')
    expect(output).toContain('orders.json:1:3: Expected a comma or ]')
  } finally {
    child.kill('SIGTERM')
    await ended
  }
})
