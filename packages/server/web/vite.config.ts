import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import manifest from '../package.json' with { type: 'json' }

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: command === 'build' ? '/static/' : '/',
  define: { __VERSION__: JSON.stringify(manifest.version) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // Uses the source of the client, so that parts that the page does not use are left out.
  resolve: { conditions: ['@mock-endpoint/source', ...defaultClientConditions] },
  plugins: [finish()],
  build: {
    outDir: '../dist/static',
    emptyOutDir: true,
    // No subfolder, because the daemon serves a flat set of files.
    assetsDir: '',
    // No data: URLs, because the content security policy of the page forbids them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      // One file for shared modules that the first view needs, and one for other shared modules.
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', test: (id) => !ofMessages.test(id), minShareCount: 2, priority: 1 },
            { name: 'messages', minShareCount: 2 },
          ],
        },
      },
    },
  },
}))

/** Modules that show requests, responses and JSON. */
const ofMessages = /\/src\/(requests\/detail|webhooks|json|parts\/(pairs|tabs)|editor\/json-form)\b/

const isText = /\.(js|css|svg)$/

/**
 * Moves the HTML document out of the served folder, compresses each file, and writes the licences
 * of the bundled packages.
 */
function finish(): Plugin {
  return {
    name: 'finish',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      // The daemon sets its content security policy, so a proxy of the folder must not serve it.
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

/** Returns the licences of the packages that contain these modules. */
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
