// Installing and starting the service: packed size, installed size, and time to the first response.
import { type StdioOptions, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPacked, pack } from '../../scripts/pack.mjs'
import { packages, root, run } from '../../scripts/prepare.mjs'
import { eachTime, type Figures, type Measurement } from '../harness/measurement.ts'
import { mockServers, startOther } from '../servers/others.ts'
import { bare, bareProgram, daemon } from '../servers/ours.ts'
import { peerVersions } from '../servers/peers.ts'
import { startServer } from '../servers/server.ts'

const [plain, reporting] = ['@mock-endpoint/server', '@mock-endpoint/server with @sentry/node']
const [inMemory, onDisk] = ['mock-endpoint, memory', 'mock-endpoint, disk']
const peers = ['json-server', 'mockttp', '@mockoon/cli', 'mountebank', 'wiremock']
/** The output of the commands is not a result, so only their errors are shown. */
const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']

/** Installs our tarballs, or a peer, into its own folder. */
function installIn(name: string, folder: string, tarballs: Record<string, string>): Figures {
  const user = mkdtempSync(join(folder, 'user-'))
  if (name === plain || name === reporting) {
    const manifest = readFileSync(join(root, 'packages', 'server', 'package.json'), 'utf8')
    const sentry = '@sentry/node'
    const tested = { [sentry]: JSON.parse(manifest).devDependencies[sentry] }
    const devDependencies = name === reporting ? tested : {}
    installPacked({ user, tarballs, names: ['core', 'server'], devDependencies, stdio })
  } else {
    writeFileSync(join(user, 'package.json'), '{"private":true}')
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    run('npm', ['install', ...quiet, `${name}@${peerVersions[name]}`], { cwd: user, stdio })
  }
  const modules = join(user, 'node_modules')
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  const { stdout } = spawnSync('du', ['-sk', modules], { encoding: 'utf8' })
  const MB = (1024 * Number.parseInt(stdout, 10)) / 1e6
  return { MB, packages: Object.keys(lock.packages).length }
}

async function timeToFirstResponse(name: string, folder: string): Promise<Figures> {
  const on = 'all'
  const own = () => mkdtempSync(join(folder, 'data-'))
  const programs = {
    [bare]: () => bareProgram('read'),
    [inMemory]: () => daemon(['--memory']),
    [onDisk]: () => daemon(['--data-dir', own()]),
  }
  const program = programs[name]?.()
  const started = program ? startServer({ ...program, on }) : startOther(name, folder, { on })
  const { ready, stop } = await started
  await stop()
  return { 'first response, ms': ready }
}

export const install: Measurement = {
  title: 'Installing and starting',
  legend: `Installed is what npm brings, by the blocks of the disk. WireMock needs a Java beside. A start is
from spawning the process to its first right response.`,
  needsPeers: true,
  async parts({ isShort, folder, say }) {
    say('packing')
    const tarballFolder = join(folder, 'tarballs')
    mkdirSync(tarballFolder)
    const tarballs: Record<string, string> = pack(tarballFolder, { stdio })
    const kB = async (name: string) => ({ kB: statSync(tarballs[name] ?? '').size / 1000 })
    const installed = [plain, reporting, ...(isShort ? [] : peers)]
    const servers = [bare, inMemory, onDisk, ...(isShort ? [] : mockServers)]
    // Starts each once, so that its files have been read from the disk.
    for (const name of servers) await timeToFirstResponse(name, folder)
    return [
      { title: 'packed', contenders: eachTime(packages, kB), rounds: 1 },
      {
        title: 'installed',
        contenders: eachTime(installed, async (name) => installIn(name, folder, tarballs)),
        rounds: 1,
      },
      {
        title: 'start',
        contenders: eachTime(servers, (name) => timeToFirstResponse(name, folder)),
        rounds: isShort ? 1 : 11,
      },
    ]
  },
  targets: [
    { table: 'installed', figure: 'MB', of: plain, atMost: 15 },
    { table: 'installed', figure: 'MB', of: reporting },
    ...[inMemory, onDisk].map((of) => {
      return { table: 'start', figure: 'first response, ms', of, to: bare, atMost: 2.5 }
    }),
  ],
}
