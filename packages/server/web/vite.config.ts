import { defaultClientConditions, defineConfig } from 'vite'
import manifest from '../package.json' with { type: 'json' }
import { finish } from './finish.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/static/',
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
      // What several parts need is one file beside the first view's.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } },
    },
  },
})
