// The licences of the libraries that a build bundles: they travel with it.
import { readdirSync, readFileSync } from 'node:fs'

/** The licences of the packages that these files are of, each with its name and version. */
export function noticesOf(paths: readonly string[]): string {
  const folders = paths.map((path) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0])
  const notices = [...new Set(folders)].flatMap((folder) => {
    const licence = folder && readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
    if (!licence) return []
    const manifest: unknown = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    const { name, version } = manifest as { readonly name: string; readonly version: string }
    return [`${name} ${version}\n\n${readFileSync(`${folder}/${licence}`, 'utf8').trim()}\n`]
  })
  return notices.join(`\n${'-'.repeat(80)}\n\n`)
}
