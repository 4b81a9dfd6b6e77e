// The sizes of the built web UI and of installations.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { installedPackages, webBytes } from './limits.ts'

const packages = join(import.meta.dirname, '..', '..', 'packages')
const page = join(packages, 'server', 'dist', 'static')

test('the files that the web UI loads first are within their size limit', () => {
  const document = readFileSync(join(packages, 'server', 'dist', 'web.html'), 'utf8')
  const files = [...document.matchAll(/(?:src|href)="\/static\/([^"]+)"/g)].map(([, file]) => file)
  expect(files.map((file) => file?.split('.').at(-1)).sort()).toEqual(['css', 'js', 'js', 'svg'])
  const bytes = files.reduce((sum, file) => sum + sizeOf(`${file}.gz`), 0)
  expect(bytes).toBeLessThanOrEqual(webBytes.firstView)
})

test('all files of the web UI together are within their size limit', () => {
  const files = readdirSync(page).filter((file) => file.endsWith('.gz'))
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0)
  expect(bytes).toBeLessThanOrEqual(webBytes.all)
})

test('an installation of the server has few packages', () => {
  const installed = [...installedWith(join(packages, 'server'))].sort()
  expect(installed.length, installed.join('\n')).toBeLessThanOrEqual(installedPackages)
})

test('an installation of the Vitest plugin has four packages, and none with native code', () => {
  const installed = [...installedWith(join(packages, 'vitest-plugin'))]
  const names = installed.map((id) => id.slice(0, id.lastIndexOf('@'))).sort()
  expect(names).toEqual([
    '@hono/node-server',
    '@mock-endpoint/core',
    '@mock-endpoint/vitest-plugin',
    'hono',
  ])
})

/** Bytes of a file of the web UI. */
function sizeOf(file: string): number {
  return statSync(join(page, file)).size
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

/** Returns what npm would install: the package and its dependencies, as found in the workspace. */
function installedWith(folder: string, found = new Set<string>()): Set<string> {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const id = `${manifest.name}@${manifest.version}`
  if (found.has(id)) return found
  found.add(id)
  const { dependencies, optionalDependencies } = manifest
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    installedWith(lookUp(name, folder), found)
  }
  return found
}

/** Finds a package as Node does, in the folder's own node_modules and then further up. */
function lookUp(name: string, folder: string): string {
  const place = join(folder, 'node_modules', name)
  if (existsSync(place)) return realpathSync(place)
  if (dirname(folder) === folder) throw new Error(`${name} is not installed.`)
  return lookUp(name, dirname(folder))
}
