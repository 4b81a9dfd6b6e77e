// A pipe from the daemon that is not read for a while.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { freshFolder } from './daemon.ts'
import { programOf } from './program.ts'

test('a daemon drops request lines that are not read, and counts them', async () => {
  const { path, remove } = await freshFolder()
  const child = spawn(...programOf(['--memory', '--json', '--port', '0']), {
    cwd: path,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit')
    await remove()
  })
  const events: Record<string, unknown>[] = []
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => events.push(JSON.parse(line)))
  await once(lines, 'line')
  lines.pause()
  child.stdout.pause()
  const total = 1_000
  const url = `${events[0]?.['url']}/endpoint/a?${'x'.repeat(4_000)}`
  for (let i = 0; i < total; i++) await (await fetch(url)).arrayBuffer()
  child.stdout.resume()
  lines.resume()
  while (!events.some(({ event }) => event === 'dropped')) await once(lines, 'line')
  const shown = events.filter(({ event }) => event === 'request').length
  expect(events.at(-1)).toEqual({ event: 'dropped', requests: total - shown })
  expect(shown).toBeGreaterThan(200)
  expect(shown).toBeLessThan(600)
  child.kill()
  await once(child, 'exit')
  expect(events.at(-1)).toEqual({ event: 'stopping' })
})

test('a daemon stops on SIGTERM although its output is not read', async () => {
  const { path, remove } = await freshFolder()
  const child = spawn(...programOf(['--memory', '--json', '--port', '0']), {
    cwd: path,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit')
    await remove()
  })
  const [chunk] = await once(child.stdout, 'data')
  child.stdout.pause()
  const url = `${JSON.parse(String(chunk)).url}/endpoint/a?${'x'.repeat(4_000)}`
  for (let i = 0; i < 200; i++) await (await fetch(url)).arrayBuffer()
  child.kill()
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
}, 15_000)
