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
  // The client's source: what the page does not use of it stays out.
  resolve: { conditions: ['@mock-endpoint/source', ...defaultClientConditions] },
  plugins: [finish()],
  build: {
    outDir: '../dist/static',
    emptyOutDir: true,
    // Beside each other: the daemon serves a flat set of files.
    assetsDir: '',
    // No data: addresses, which the policy of the page forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      // What several parts need is in one file beside the first view's; what that has no need of, in another.
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

/** What shows requests, responses and JSON. */
const ofMessages = /\/src\/(requests\/detail|webhooks|json|parts\/(pairs|tabs)|editor\/json-form)\b/

const isText = /\.(js|css|svg)$/

/**
 * Puts the document beside the program, compresses each file, and writes the licences of what is
 * bundled.
 */
function finish(): Plugin {
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
