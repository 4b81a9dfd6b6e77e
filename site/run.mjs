// `npm run docs`: the documentation as a site, with what changes in docs/ shown at once.
//   -- --build   writes it to site/.vitepress/dist
//   -- --check   builds it, and looks at every page in Chromium
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pnpm, prepare, root, run } from '../scripts/prepare.mjs'

const { values } = parseArgs({
  options: { build: { type: 'boolean' }, check: { type: 'boolean' } },
})
const folder = join(root, 'site')
const tool = (name, ...args) =>
  run(join(folder, 'node_modules', '.bin', name), args, { cwd: folder })

prepare()
// Its packages are only installed here.
pnpm(['install', '--ignore-workspace', '--frozen-lockfile', '--loglevel=warn'], { cwd: folder })
tool('typedoc')
if (values.build || values.check) tool('vitepress', 'build')
else tool('vitepress', 'dev')
if (values.check) run('node', ['check.mjs'], { cwd: folder })
