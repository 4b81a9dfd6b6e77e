// The last step of the page's build: its document beside the program, each file compressed, and the
// licences of what is bundled.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const isText = /\.(js|css|svg)$/

export function finish(): Plugin {
  return {
    name: 'finish',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      // Its policy is set by the daemon, so a proxy that serves the folder must not serve it.
      renameSync(join(dir, 'index.html'), join(dir, '..', 'web.html'))
      for (const name of readdirSync(dir).filter((file) => isText.test(file))) {
        const file = join(dir, name)
        const bytes = readFileSync(file)
        writeFileSync(`${file}.br`, brotliCompressSync(bytes))
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
      const modules = Object.values(bundle).flatMap((one) =>
        one.type === 'chunk' ? Object.keys(one.modules) : [],
      )
      writeFileSync(join(dir, '..', 'THIRD-PARTY-NOTICES.txt'), noticesOf(modules))
    },
  }
}

/** The licences of the packages that these modules are of. */
function noticesOf(modules: readonly string[]): string {
  const folders = modules.map((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0])
  const notices = [...new Set(folders)].flatMap((folder) => {
    if (folder === undefined || !existsSync(folder)) return []
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    const licence = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
    return [`${name} ${version}\n\n${licence}\n`]
  })
  return notices.join(`\n${'-'.repeat(80)}\n\n`)
}
