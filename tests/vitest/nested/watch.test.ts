// Watch mode: one server through all reruns, each of which begins with the first endpoints.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
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

test('the server lives through reruns and is reset for each', async ({ project, expect }) => {
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
