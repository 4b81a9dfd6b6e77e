// `npm run release`: packs the packages, uses them in new projects, and publishes them to npm, and
// core to JSR.
//   -- --dry-run   prints what would be published, and publishes nothing
//   -- --version   applies the changesets: new versions and changelogs
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { layOutForJsr } from './lay-out-for-jsr.mjs'
import { pack, packageManagers, usePacked } from './pack.mjs'
import { command, packageManager, prepare, root, run, shell, tool } from './prepare.mjs'

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
  for (const manager of packageManagers) {
    say(`\nUsing the packages with ${manager} …`)
    usePacked({ user: join(folder, manager), tarballs, manager })
  }
  checkAdvisories()
  if (!values['dry-run']) {
    // It publishes the packages from their folders, with tags and provenance.
    tool('changeset', ['publish'])
    publishToJsr(join(folder, 'jsr'), [])
    return
  }
  say('\nThis would be published:\n')
  for (const tarball of Object.values(tarballs)) say(summaryOf(tarball))
  say('\nChecking what JSR would get …')
  publishToJsr(join(folder, 'jsr'), ['--dry-run'])
  if (waiting.length > 0) {
    say('\nThe changesets that wait would first change the versions:\n')
    tool('changeset', ['status'])
  }
}

/** Publishes core's sources. In CI, JSR trusts the workflow. A version that it has is skipped. */
function publishToJsr(folder, flags) {
  mkdirSync(folder)
  layOutForJsr(folder)
  run('npx', ['--yes', 'deno@2.9.6', 'publish', '--quiet', ...flags], { cwd: folder })
}

/**
 * Ends with an error if an advisory of level `high` or `critical` concerns a dependency of the
 * workspace. This includes development dependencies, because some of them are bundled.
 */
function checkAdvisories() {
  say('\nLooking for advisories …')
  const args = ['--yes', packageManager, 'audit', '--json', '--audit-level', 'high']
  const { status, stdout } = spawnSync(command('npx'), args, { cwd: root, encoding: 'utf8', shell })
  const { error, advisories = {} } = JSON.parse(stdout)
  if (error) {
    say(`Nothing was checked: ${error.message}`)
    return
  }
  for (const { severity, module_name: name, title, url } of Object.values(advisories)) {
    say(`  ${severity}: ${name}: ${title} (${url})`)
  }
  if (status !== 0) process.exit(1)
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
