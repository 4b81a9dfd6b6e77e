import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createMocksSchema } from '@mock-endpoint/core/documents'
import { defineConfig } from 'tsup'
import { writeNotices } from '../../scripts/third-party-notices.ts'
import manifest from './package.json' with { type: 'json' }
import { readEnvFile } from './src/cli/env-file.ts'

// The variables of the workspace's .env apply to the build too, below the process environment.
const env = { ...readEnvFile(fileURLToPath(new URL('../../', import.meta.url))), ...process.env }
const [serverDsn, clientDsn] = ['SERVER_REPORTING_DSN', 'CLIENT_REPORTING_DSN'].map(
  (name) => env[name] ?? '',
)

export default defineConfig({
  entry: ['src/index.ts', 'src/bin.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: 'src/index.ts' },
  clean: true,
  metafile: true,
  sourcemap: true,
  define: {
    __VERSION__: JSON.stringify(manifest.version),
    __SERVER_REPORTING_DSN__: JSON.stringify(serverDsn),
    __CLIENT_REPORTING_DSN__: JSON.stringify(clientDsn),
  },
  esbuildOptions(options) {
    // Its modules for browsers: those for Node are CommonJS, of which nothing can be left out.
    options.alias = {
      yaml: fileURLToPath(
        import.meta.resolve('yaml/package.json').replace(/[^/]*$/, 'browser/index.js'),
      ),
    }
  },
  esbuildPlugins: [
    {
      // Its maps lead to sources that it does not bring: without them, ours have its modules instead.
      name: 'without-maps-of-mcp',
      setup({ onLoad }) {
        onLoad({ filter: /@modelcontextprotocol\/sdk\/.*\.js$/ }, ({ path }) => ({
          contents: readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, ''),
        }))
      },
    },
  ],
  onSuccess: async () => {
    // The web UI, which is built after this, has a file of its own.
    writeNotices('THIRD-PARTY-NOTICES.command.txt')
    writeSchema()
    // Agents read it as a resource.
    copyFileSync('../../docs/rules.md', 'dist/rules.md')
  },
})

/** Where the `$schema` of files leads to. */
function writeSchema(): void {
  writeFileSync('dist/mocks.schema.json', `${JSON.stringify(createMocksSchema(), null, 2)}\n`)
}
