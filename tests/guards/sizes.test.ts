// The sizes of what is built and of what is installed.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleBytes, installedPackages, pageBytes } from './limits.ts'

const packages = join(import.meta.dirname, '..', '..', 'packages')

test.each(Object.entries(bundleBytes))('%s loads little code', (entry, limit) => {
  const [name, file] = entry.split('/')
  const files = importedBy(join(packages, `${name}`, 'dist', `${file}.js`))
  const bytes = [...files].reduce((sum, path) => sum + statSync(path).size, 0)
  expect(bytes).toBeLessThanOrEqual(limit)
})

test.each(Object.entries(pageBytes))('%s of the page is small', (name, limit) => {
  const [start, end] = name.split('.')
  const folder = join(packages, 'server', 'dist', 'static')
  const found = readdirSync(folder).filter(
    (file) => file.startsWith(`${start}-`) && file.endsWith(`.${end}.gz`),
  )
  expect(found).toHaveLength(1)
  expect(statSync(join(folder, `${found[0]}`)).size).toBeLessThanOrEqual(limit)
})

test('the page has no other files', () => {
  const files = readdirSync(join(packages, 'server', 'dist', 'static'))
  const names = files.map((file) => file.replace(/-[\w-]{8}\.(\w+).*$/, '.$1'))
  expect(new Set(names)).toEqual(new Set([...Object.keys(pageBytes), 'icon.svg']))
})

test('an installation of the server is few packages', () => {
  const installed = [...installedWith(join(packages, 'server'))].sort()
  expect(installed.length, installed.join('\n')).toBeLessThanOrEqual(installedPackages)
})

/** The file and all that it imports of its own package, before it has done anything. */
function importedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/(?:\bfrom|^import) "(\.\/[^"]+)"/gm)
  for (const [, path] of imports) importedBy(join(dirname(file), `${path}`), found)
  return found
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

/** What npm would install: the package and its dependencies, as they lie in the workspace. */
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

/** As Node looks for it: in the package's own folder, then further up. */
function lookUp(name: string, folder: string): string {
  const place = join(folder, 'node_modules', name)
  if (existsSync(place)) return realpathSync(place)
  if (dirname(folder) === folder) throw new Error(`${name} is not installed.`)
  return lookUp(name, dirname(folder))
}
