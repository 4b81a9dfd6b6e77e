// What it takes to have the service: what is packed and installed, and the time from spawning it to
// its first answer. Wrong answers fail the run; sizes and times fail nothing.
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { installPacked, pack } from '../scripts/pack.mjs'
import { packages, root } from '../scripts/prepare.mjs'
import { timeToFirstAnswer } from './install/first-answer.mjs'
import { bare, inMemory, onDisk, serversIn } from './install/servers.mjs'
import { broughtBy, installedIn } from './install/sizes.mjs'
import { describeMachine, machineLine } from './lib/machine.mjs'
import { installPeers } from './lib/peers.mjs'
import { endProgress, progress } from './lib/progress.mjs'
import { writeResults } from './lib/results.mjs'
import { measureInRounds, ratioOf } from './lib/rounds.mjs'
import { withScratch } from './lib/scratch.mjs'
import { markdownTable, textTable } from './lib/table.mjs'
import { target } from './lib/targets.mjs'

const peers = ['json-server', 'mockttp', '@mockoon/cli', 'mountebank', 'wiremock']
const ours = '@mock-endpoint/server'
const oursReporting = `${ours} with @sentry/node`
const most = 15
const slowest = 2.5
/** What is done on the way is no result: only its errors are shown. */
const stdio = ['ignore', 'ignore', 'inherit']

export async function run({ isShort = false } = {}) {
  installPeers()
  return withScratch(async (folder) => {
    const { packed, installed } = measureSizes(folder)
    const figures = await measureStarts(folder, isShort ? 1 : 11)
    endProgress()
    const tables = [packedTable(packed), installedTable(installed), startTable(figures)]
    for (const { header, rows } of tables) process.stdout.write(`${textTable(header, rows)}\n\n`)
    const machine = describeMachine()
    const texts = tables.map(({ header, rows }) => markdownTable(header, rows))
    const markdown = [`# Installation\n\n${machineLine(machine)}.\n\n${legend}`, ...texts]
    const json = { machine, packed, installed, figures }
    writeResults('install', { json, markdown: markdown.join('\n\n') })
    return [
      ...judgeSizes(installed),
      ...[inMemory, onDisk].map((name) => judgeStart(name, figures)),
    ]
  })
}

const legend = `Installed is what npm brings, by the blocks of the disk; of the peers what their lock
file says of each. WireMock needs a Java beside. A start is from spawning the process to its
first right answer.`

function measureSizes(folder) {
  progress('packing and installing')
  const tarballFolder = join(folder, 'tarballs')
  mkdirSync(tarballFolder)
  const tarballs = pack(tarballFolder, { stdio })
  const packed = Object.fromEntries(
    packages.map((name) => [`@mock-endpoint/${name}`, statSync(tarballs[name]).size / 1000]),
  )
  const installed = {
    [ours]: installOurs(join(folder, 'plain'), tarballs),
    [oursReporting]: installOurs(join(folder, 'reporting'), tarballs, ['@sentry/node']),
  }
  for (const name of peers) {
    const brought = broughtBy(name)
    if (brought) installed[name] = brought
  }
  return { packed, installed }
}

/** With these beside, in the version that the server is tested with. */
function installOurs(user, tarballs, beside = []) {
  const manifest = JSON.parse(
    readFileSync(join(root, 'packages', 'server', 'package.json'), 'utf8'),
  )
  const versions = beside.map((name) => [name, manifest.devDependencies[name]])
  const devDependencies = Object.fromEntries(versions)
  installPacked({ user, tarballs, names: ['core', 'server'], devDependencies, stdio })
  return installedIn(user)
}

async function measureStarts(folder, rounds) {
  const servers = serversIn(folder)
  progress('starting each once, so that its files have been read')
  for (const command of Object.values(servers)) await timeToFirstAnswer(command)
  return measureInRounds({
    contenders: Object.keys(servers),
    rounds,
    measure: async (name) => ({ time: await timeToFirstAnswer(servers[name]) }),
    onRound: (round) => progress(`starting: round ${round} of ${rounds}`),
  })
}

function packedTable(packed) {
  const rows = Object.entries(packed).map(([name, size]) => [name, size.toFixed(0)])
  return { header: ['packed', 'kB'], rows }
}

function installedTable(installed) {
  const rows = Object.entries(installed).map(([name, { size, packages }]) => [
    name,
    size.toFixed(1),
    String(packages),
  ])
  return { header: ['installed', 'MB', 'packages'], rows }
}

function startTable(figures) {
  const rows = Object.entries(figures).map(([name, { time }]) => [
    name,
    ...[time, ratioOf(time, figures[bare].time)].flatMap(({ median, lowest, highest }, i) =>
      [median, lowest, highest].map((value) => value.toFixed(i === 0 ? 0 : 2)),
    ),
  ])
  const spread = ['median', 'lowest', 'highest']
  return {
    header: ['spawn to first answer, ms', ...spread, 'times bare', ...spread.slice(1)],
    rows,
  }
}

function judgeSizes(installed) {
  const [plain, reporting] = [ours, oursReporting].map((name) => installed[name].size)
  const [measured, stated] = [plain, reporting].map((size) => `${size.toFixed(1)} MB`)
  return [
    target(ours, `at most ${most} MB`, measured, plain <= most),
    target(oursReporting, 'stated', stated, true),
  ]
}

function judgeStart(name, figures) {
  const { median } = ratioOf(figures[name].time, figures[bare].time)
  const figure = `first answer: ${name} / ${bare}`
  const measured = `${median.toFixed(2)} times`
  return target(figure, `at most ${slowest} times`, measured, median <= slowest)
}
