import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createMocksSchema } from '@mock-endpoint/core/documents'
import { defineConfig } from 'tsup'
import { declarations } from '../../scripts/declarations.ts'
import { writeNotices } from '../../scripts/third-party-notices.ts'
import manifest from './package.json' with { type: 'json' }
import { readEnvFile } from './src/cli/env-file.ts'

// The variables of the repository's .env apply to the build too. The process environment wins.
const env = { ...readEnvFile(fileURLToPath(new URL('../../', import.meta.url))), ...process.env }
const [serverDsn, clientDsn] = ['SERVER_REPORTING_DSN', 'CLIENT_REPORTING_DSN'].map(
  (name) => env[name] ?? '',
)

export default defineConfig({
  entry: ['src/index.ts', 'src/bin.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { ...declarations, entry: 'src/index.ts' },
  clean: true,
  metafile: true,
  sourcemap: true,
  define: {
    __VERSION__: JSON.stringify(manifest.version),
    __SERVER_REPORTING_DSN__: JSON.stringify(serverDsn),
    __CLIENT_REPORTING_DSN__: JSON.stringify(clientDsn),
  },
  esbuildOptions(options) {
    // Use the browser modules of `yaml`. Those for Node are CommonJS, from which bundlers cannot
    // remove unused code.
    options.alias = {
      yaml: fileURLToPath(
        import.meta.resolve('yaml/package.json').replace(/[^/]*$/, 'browser/index.js'),
      ),
    }
  },
  esbuildPlugins: [
    {
      // The maps of the MCP SDK refer to sources that it does not include. Without them, our maps
      // include its modules instead.
      name: 'without-maps-of-mcp',
      setup({ onLoad }) {
        onLoad({ filter: /@modelcontextprotocol\/sdk\/.*\.js$/ }, ({ path }) => ({
          contents: readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, ''),
        }))
      },
    },
  ],
  onSuccess: async () => {
    // The web UI, which is built after this, has its own file.
    writeNotices('THIRD-PARTY-NOTICES.command.txt')
    writeSchema()
    // MCP clients read it as a resource.
    copyFileSync('../../docs/rules.md', 'dist/rules.md')
  },
})

/** Writes the schema that `$schema` in mock files refers to. */
function writeSchema(): void {
  writeFileSync('dist/mocks.schema.json', `${JSON.stringify(createMocksSchema(), null, 2)}\n`)
}
