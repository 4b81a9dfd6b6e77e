// Core's sources as JSR gets them. Nothing is published. The dry run checks what JSR would check.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../packages/core/package.json' with { type: 'json' }
import { layOutForJsr } from '../../scripts/lay-out-for-jsr.mjs'

const modules = join(import.meta.dirname, 'node_modules')
const deno = join(modules, '@deno', 'linux-x64-glibc', 'deno')
const env = {
  ...process.env,
  NO_COLOR: '1',
  DENO_NO_UPDATE_CHECK: '1',
  DENO_DIR: join(modules, '.cache', 'deno'),
}
/** In milliseconds. A first run downloads core's dependencies from npm's registry. */
const timeout = 120_000

const program = `
  import { createApp } from '@mock-endpoint/core'
  import { createMemoryStore } from '@mock-endpoint/core/memory'
  const app = createApp({ store: createMemoryStore() })
  const body = '{"name":"price","data":1.10}'
  await app.request('/api/endpoint/add', { method: 'PUT', body })
  const health = await (await app.request('/api/health')).json()
  console.log(health.version, await (await app.request('/endpoint/price')).text())`

describe('core on JSR', () => {
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mock-endpoint-jsr-'))
    layOutForJsr(folder)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Resolves to Deno's output, and rejects with it if Deno fails. */
  async function run(...args: string[]): Promise<string> {
    const options = { cwd: folder, env, timeout, killSignal: 'SIGKILL' } as const
    const { stdout, stderr } = await promisify(execFile)(deno, args, options)
    return stdout + stderr
  }

  test('core passes a dry run of its publication on JSR', { timeout }, async () => {
    const printed = await run('publish', '--dry-run', '--allow-dirty')
    expect(printed).toContain(`Simulating publish of ${manifest.name}@${manifest.version}`)
    expect(printed).toContain('/LICENSE')
    expect(printed).not.toContain('.test.ts')
    expect(printed).not.toMatch(/^warning/im)
  })

  test('core runs from its sources on JSR and reports its version', { timeout }, async () => {
    const printed = await run('eval', '--no-check', program)
    expect(printed).toContain(`${manifest.version} 1.10\n`)
  })
})
