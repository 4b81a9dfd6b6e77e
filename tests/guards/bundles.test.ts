// What an entry comes to in the bundle of somebody who uses it: minified, then with gzip.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { gzippedBytes } from './limits.ts'

const core = join(import.meta.dirname, '..', '..', 'packages', 'core')

const programs = {
  client: "export * from '@mock-endpoint/core/client'",
  createClient: "export { createClient } from '@mock-endpoint/core/client'",
  createWire: "export { createWire } from '@mock-endpoint/core/client'",
  service: `
    export { createApp } from '@mock-endpoint/core'
    export { createMemoryStore } from '@mock-endpoint/core/memory'`,
} as const

/** What a service needs for rules alone: reading, choosing and playing them. */
const ofRules =
  /\/(?:rules\/[\w-]+|[\w-]*rules?(?:-[\w-]+)?|path-pattern|read-shape|deliver|paced-stream|holds|held-places)\.ts$/

describe('in a bundle', () => {
  test.each(Object.entries(programs))('%s is small', async (name, program) => {
    expect(await sizeOf(program)).toBeLessThanOrEqual(gzippedBytes[name as keyof typeof programs])
  })

  test('a service without what rules need is small', async () => {
    const left: string[] = []
    const bytes = await sizeOf(programs.service, withoutRules(left))
    expect(left).toContain('rules.ts')
    expect(bytes).toBeLessThanOrEqual(gzippedBytes.serviceWithoutRules)
  })

  test('what is not used of the client stays out', async () => {
    const bytes = await sizeOf("export { visible } from '@mock-endpoint/core/client'")
    expect(bytes).toBeLessThanOrEqual(gzippedBytes.oneFunction)
  })
})

/** The bytes of a program's bundle with gzip. With a plugin it is made of the sources. */
async function sizeOf(program: string, plugin?: Plugin): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: core },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    logLevel: 'error',
    ...(plugin && { plugins: [plugin], conditions: ['@mock-endpoint/source'] }),
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).byteLength
}

/** Leaves the modules of rules out of a bundle, and tells which. */
function withoutRules(left: string[]): Plugin {
  return {
    name: 'without rules',
    setup({ onResolve }) {
      onResolve({ filter: ofRules }, ({ path }) => {
        left.push(path.replace(/^.*\//, ''))
        return { path, external: true }
      })
    },
  }
}
