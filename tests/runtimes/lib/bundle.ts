// Bundles the file that a runtime gets, with the packages as they are published.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Returns the path of the host `name`. */
export function hostFile(name: string): string {
  return fileURLToPath(new URL(`../hosts/${name}.ts`, import.meta.url))
}

const bundles = new Map<string, Promise<string>>()

/** Resolves to the file and all that it imports, as one ES module. */
export function bundle(file: string): Promise<string> {
  const bundled = bundles.get(file) ?? bundleNow(file)
  bundles.set(file, bundled)
  return bundled
}

async function bundleNow(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['cloudflare:workers'],
    // Core's chunks import each other for the order in which they load, which does not matter here.
    logOverride: { 'ignored-bare-import': 'silent' },
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** Creates a folder for the files of a test. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'mock-endpoint-runtime-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}
