// The licences of the libraries that a build bundles: they travel with it.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Writes the licences of what tsup has bundled, by its metafile, which it takes away. */
export function writeNotices(file: string): void {
  const metafile = 'dist/metafile-esm.json'
  const { inputs } = JSON.parse(readFileSync(metafile, 'utf8')) as { inputs: object }
  writeFileSync(`dist/${file}`, noticesOf(Object.keys(inputs)))
  rmSync(metafile)
}

/** The licences of the packages that these files are of, each with its name and version. */
function noticesOf(paths: readonly string[]): string {
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
