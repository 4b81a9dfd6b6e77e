// A Vitest project as a user has it: our packages installed from their tarballs, the peers beside.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPacked, pack } from '../../scripts/pack.mjs'
import { packages } from '../../scripts/prepare.mjs'
import { processorTimeOfEnded } from '../lib/daemon.mjs'
import { peerFolder } from '../lib/peers.mjs'
import { texts } from './texts.mjs'

const patience = 120_000
const stdio = ['ignore', 'ignore', 'inherit']

/** Fills the folder. Returns the folder of each kind's tests. */
export function generate(folder, { files, tests, vitest }) {
  const tarballFolder = join(folder, 'tarballs')
  mkdirSync(tarballFolder)
  const tarballs = pack(tarballFolder, { stdio })
  const devDependencies = { vitest }
  installPacked({ user: folder, tarballs, names: packages, devDependencies, stdio })
  for (const peer of ['msw', 'mockttp']) {
    symlinkSync(peerFolder(peer), join(folder, 'node_modules', peer), 'dir')
  }
  return Object.fromEntries(
    Object.entries(texts).map(([kind, text]) => {
      const project = join(folder, kind.replaceAll('/', '-'))
      mkdirSync(project)
      for (let i = 0; i < files; i++) writeFileSync(join(project, `${i}.test.js`), text(tests))
      writeFileSync(join(project, 'vitest.config.js'), 'export default {}\n')
      return [kind, project]
    }),
  )
}

/** Runs the tests of one folder. Resolves to its seconds of wall time and of processor time. */
export async function runSuite(folder, project, total) {
  const report = join(project, 'report.json')
  const bin = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [bin, 'run', '--root', project, '--reporter=json', `--outputFile=${report}`]
  const before = await processorTimeOfEnded()
  const start = performance.now()
  const child = spawn(process.execPath, args, { cwd: project, stdio, timeout: patience })
  const [code] = await once(child, 'exit')
  const wall = (performance.now() - start) / 1000
  const processor = ((await processorTimeOfEnded()) - before) / 1000
  const { success, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'))
  if (code !== 0 || !success || numPassedTests !== total) {
    throw new Error(`${numPassedTests} of ${total} tests passed in ${project}; exit code ${code}`)
  }
  return { wall, processor }
}
