// GET of a cached endpoint on Bun and Deno, compared with their own servers.
import { join } from 'node:path'
import { pnpm, root } from '../../scripts/prepare.mjs'
import { type Contenders, type Measurement, type Running, shareOf } from '../harness/measurement.ts'
import { ask } from '../load/ask.ts'
import { driver, underLoad } from '../load/http-load.ts'
import { bodies } from '../programs/bodies.mjs'
import { bare, bareProgram, daemonFile, ours, script, startOurs } from '../servers/ours.ts'
import { type Program, type Server, startServer } from '../servers/server.ts'

const folder = join(root, 'tests', 'runtimes')
const installed = join(folder, 'node_modules')
const runtimes = {
  Bun: [join(installed, '@oven', 'bun-linux-x64', 'bin', 'bun'), 'run'],
  Deno: [join(installed, '@deno', 'linux-x64-glibc', 'deno'), 'run', '-A'],
} as const
type Runtime = keyof typeof runtimes

const bareOn = (runtime: Runtime): string => `bare ${runtime}.serve`
const fetchOn = (runtime: Runtime): string => `fetch on ${runtime}.serve`
const daemonOn = (runtime: Runtime): string => `the daemon on ${runtime}`
const table = 'GET on each runtime, 17 B'

const loads = {
  '17 B': { path: '/endpoint/small', expected: () => bodies['small'] ?? '' },
}

function serverOn(runtime: Runtime, kind: 'bare' | 'service'): Program {
  const command = (port: number) => [...runtimes[runtime], script('web-server'), String(port), kind]
  if (kind === 'bare') return { command, path: '/endpoint/small', expected: /hello/ }
  return { command, path: '/api/health', expected: /"status":\s*"ok"/ }
}

/** Starts the server, and adds the endpoint. */
async function startFilled(program: Program): Promise<Server> {
  const server = await startServer(program)
  const body = `{"name":"small","data":${bodies['small']}}`
  await ask(`${server.url}/api/endpoint/add`, 'PUT', body)
  return server
}

type Under = (start: () => Promise<Server>) => () => Promise<Running>

function contendersOn(runtime: Runtime, under: Under): Contenders {
  const command = (port: number) => [
    ...runtimes[runtime],
    daemonFile,
    '--memory',
    '--port',
    String(port),
  ]
  const daemon = { ...serverOn(runtime, 'service'), command }
  return {
    [bareOn(runtime)]: under(() => startServer(serverOn(runtime, 'bare'))),
    [fetchOn(runtime)]: under(() => startFilled(serverOn(runtime, 'service'))),
    [daemonOn(runtime)]: under(() => startFilled(daemon)),
  }
}

export const onRuntimes: Measurement = {
  title: 'Reading a cached endpoint on other runtimes',
  legend: `${driver}, 32 connections. The servers of Bun and Deno send the same headers as the
service. The runtimes are those that \`npm run test:runtimes\` installs.`,
  parts({ isShort }) {
    pnpm(['install', '--ignore-workspace', '--frozen-lockfile', '--loglevel=error'], {
      cwd: folder,
    })
    const spell = { seconds: isShort ? 1 : 3 }
    const under = (start: () => Promise<Server>) => () => underLoad(start, loads, spell)
    const contenders: Contenders = {
      [bare]: under(() => startServer(bareProgram('read'))),
      [ours]: under(() => startOurs(['--memory'], bodies)),
      ...contendersOn('Bun', under),
      ...contendersOn('Deno', under),
    }
    const title = table.replace(', 17 B', '')
    return [{ title, contenders, loads: Object.keys(loads), rounds: isShort ? 1 : 3 }]
  },
  targets: [
    ...shareOf(table, ours, bare, 0.85),
    ...shareOf(table, fetchOn('Bun'), bareOn('Bun'), 0.75),
    ...shareOf(table, fetchOn('Deno'), bareOn('Deno'), 0.75),
    { table, figure: '1/s', of: fetchOn('Bun'), to: bare, atLeast: 1.3 },
  ],
}
