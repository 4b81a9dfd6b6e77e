// `npm run docs`: serves the documentation as a site, and shows changes in docs/ at once.
//   -- --build   writes it to site/.vitepress/dist
//   -- --check   builds it, and checks its pages in Chromium
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
// The packages of the site are installed only here.
pnpm(['install', '--ignore-workspace', '--frozen-lockfile', '--loglevel=warn'], { cwd: folder })
tool('typedoc')
if (values.build || values.check) tool('vitepress', 'build')
else tool('vitepress', 'dev')
if (values.check) run('node', ['check.mjs'], { cwd: folder })
