// The licences of bundled libraries, which are published with a build.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Writes the licences of bundled libraries, as listed in tsup's metafile, then removes that. */
export function writeNotices(file: string): void {
  const metafile = 'dist/metafile-esm.json'
  const { inputs } = JSON.parse(readFileSync(metafile, 'utf8')) as { inputs: object }
  writeFileSync(`dist/${file}`, noticesOf(Object.keys(inputs)))
  rmSync(metafile)
}

/** Returns the licences of the packages of these files, each with its name and version. */
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
