// The size of each entry in a user's bundle, minified and with gzip.
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

/** Modules that a service needs only for rules: to read, choose and play them. */
const ofRules =
  /\/(?:rules\/[\w-]+|[\w-]*rules?(?:-[\w-]+)?|path-pattern|read-shape|deliver|paced-stream|holds|held-places)\.ts$/

describe('bundle sizes', () => {
  test.each(Object.entries(programs))(
    'the bundle of %s is within its size limit',
    async (name, program) => {
      expect(await sizeOf(program)).toBeLessThanOrEqual(gzippedBytes[name as Program])
    },
  )

  test('the bundle of a service in one file is within its size limit', async () => {
    const bytes = await sizeOf(programs.service, { splitting: false })
    expect(bytes).toBeLessThanOrEqual(gzippedBytes.serviceInOneFile)
  })

  test('the bundle of a service without the modules for rules is within its size limit', async () => {
    const left: string[] = []
    const bytes = await sizeOf(programs.service, {
      plugins: [withoutRules(left)],
      conditions: ['@mock-endpoint/source'],
    })
    expect(left).toContain('rules.ts')
    expect(bytes).toBeLessThanOrEqual(gzippedBytes.serviceWithoutRules)
  })

  test('a bundle excludes the parts of the client that it does not use', async () => {
    const bytes = await sizeOf("export { visible } from '@mock-endpoint/core/client'")
    expect(bytes).toBeLessThanOrEqual(gzippedBytes.oneFunction)
  })
})

/** Resolves to the gzipped bytes that a program's bundle loads first, or of its only file. */
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

/** Returns the entry's file and all files that it imports statically, directly or indirectly. */
function loadedFirst(outputs: Metafile['outputs']): Set<string> {
  const first = new Set(['stdin.js'])
  for (const path of first) {
    for (const { kind, path: imported } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement') first.add(imported)
    }
  }
  return first
}

/** Leaves the modules of rules out of a bundle, and adds their names to `left`. */
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
