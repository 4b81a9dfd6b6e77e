// `npm run release`: packs the packages, uses them in a new project, and publishes them to npm.
//   -- --dry-run   prints what would be published, and publishes nothing
//   -- --version   applies the changesets: new versions and changelogs
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installPacked, pack } from './pack.mjs'
import { command, prepare, root, run, shell, tool } from './prepare.mjs'

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, version: { type: 'boolean' } },
})

prepare()
if (values.version) tool('changeset', ['version'])
else release()

function release() {
  const waiting = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md'))
  if (waiting.length > 0 && !values['dry-run']) {
    say(`${waiting.length} changesets wait. Apply them first: npm run release -- --version`)
    process.exit(1)
  }
  const folder = mkdtempSync(join(tmpdir(), 'mock-endpoint-release-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const tarballs = pack(folder, { stdio: ['ignore', 'ignore', 'inherit'] })
  use(join(folder, 'user'), tarballs)
  if (!values['dry-run']) {
    // It takes the packages from their folders, with the tags and the provenance.
    tool('changeset', ['publish'])
    return
  }
  say('\nThis would be published:\n')
  for (const tarball of Object.values(tarballs)) say(summaryOf(tarball))
  if (waiting.length > 0) {
    say('\nThe changesets that wait would first change the versions:\n')
    tool('changeset', ['status'])
  }
}

/** Installs the service in a new project, starts it and asks it. */
function use(user, tarballs) {
  installPacked({ user, tarballs, names: ['core', 'server'] })
  cpSync(join(root, 'scripts', 'packed-user'), user, { recursive: true })
  run('node', ['use.mjs'], { cwd: user })
}

function summaryOf(tarball) {
  const args = ['pack', '--dry-run', '--json', tarball]
  const { stdout } = spawnSync(command('npm'), args, { encoding: 'utf8', shell })
  const [{ id, size, unpackedSize, files }] = JSON.parse(stdout)
  return `  ${id}: ${files.length} files, ${kB(size)} packed, ${kB(unpackedSize)} unpacked`
}

function kB(bytes) {
  return `${(bytes / 1000).toFixed(0)} kB`
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
