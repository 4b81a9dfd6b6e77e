// What an entry comes to in the bundle of somebody who uses it: minified, then with gzip.
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
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

type Program = keyof typeof programs

/** What a service needs for rules alone: reading, choosing and playing them. */
const ofRules =
  /\/(?:rules\/[\w-]+|[\w-]*rules?(?:-[\w-]+)?|path-pattern|read-shape|deliver|paced-stream|holds|held-places)\.ts$/

describe('in a bundle', () => {
  test.each(Object.entries(programs))('%s is small', async (name, program) => {
    expect(await sizeOf(program)).toBeLessThanOrEqual(gzippedBytes[name as Program])
  })

  test('a service in one file is small', async () => {
    const bytes = await sizeOf(programs.service, { splitting: false })
    expect(bytes).toBeLessThanOrEqual(gzippedBytes.serviceInOneFile)
  })

  test('a service without what rules need is small', async () => {
    const left: string[] = []
    const bytes = await sizeOf(programs.service, {
      plugins: [withoutRules(left)],
      conditions: ['@mock-endpoint/source'],
    })
    expect(left).toContain('rules.ts')
    expect(bytes).toBeLessThanOrEqual(gzippedBytes.serviceWithoutRules)
  })

  test('what is not used of the client stays out', async () => {
    const bytes = await sizeOf("export { visible } from '@mock-endpoint/core/client'")
    expect(bytes).toBeLessThanOrEqual(gzippedBytes.oneFunction)
  })
})

/** The bytes with gzip of what a program's bundle loads first, or of the only file that there is. */
async function sizeOf(program: string, options: BuildOptions = {}): Promise<number> {
  const { outputFiles = [], metafile } = await build({
    stdin: { contents: program, resolveDir: core },
    bundle: true,
    minify: true,
    write: false,
    outdir: core,
    format: 'esm',
    splitting: true,
    metafile: true,
    absWorkingDir: core,
    target: 'es2022',
    platform: 'browser',
    logLevel: 'error',
    ...options,
  })
  const first = loadedFirst(metafile?.outputs ?? {})
  return outputFiles
    .filter(({ path }) => first.has(relative(core, path)))
    .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).byteLength, 0)
}

/** The files of the entry and of what it imports, and these import, at once. */
function loadedFirst(outputs: Metafile['outputs']): Set<string> {
  const first = new Set(['stdin.js'])
  for (const path of first) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') first.add(imported)
    }
  }
  return first
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
