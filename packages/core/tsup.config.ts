import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import manifest from './package.json' with { type: 'json' }

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/client.ts',
    'src/memory.ts',
    'src/mock.ts',
    'src/mock-types.ts',
    'src/webhooks.ts',
    'src/level.ts',
    'src/store-contract.ts',
    'src/journal-contract.ts',
  ],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  clean: true,
  metafile: true,
  define: { __VERSION__: JSON.stringify(manifest.version) },
  // What is no dependency of the package is bundled: small pure libraries, without their Node parts.
  esbuildOptions(options) {
    options.conditions = ['browser', 'import']
    options.mainFields = ['browser', 'module', 'main']
  },
  onSuccess: writeNotices,
})

/** The licences of what is bundled travel with it. */
async function writeNotices(): Promise<void> {
  const metafile = 'dist/metafile-esm.json'
  const { inputs } = JSON.parse(readFileSync(metafile, 'utf8')) as { inputs: object }
  const folders = Object.keys(inputs).map(
    (path) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0],
  )
  const notices = [...new Set(folders)].flatMap((folder) => {
    const licence = folder && readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
    if (!licence) return []
    const { name, version } = JSON.parse(
      readFileSync(`${folder}/package.json`, 'utf8'),
    ) as typeof manifest
    return [`${name} ${version}\n\n${readFileSync(`${folder}/${licence}`, 'utf8').trim()}\n`]
  })
  writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices.join(`\n${'-'.repeat(80)}\n\n`))
  rmSync(metafile)
}
