// `npm start` for a new user: with an old Node, without a network, and ended by a signal. Also
// `npm run dev`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

test('SIGTERM to `npm start` ends the daemon, which prints that it stops', async () => {
  const npm = start('npm', ['start', '--', '--memory', '--port', '0'])
  const url = await npm.printed(/http:\/\/localhost:\d+/)
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  npm.child.kill('SIGTERM')
  await npm.printed(/Stopping/)
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'serves',
        () => 'gone',
      ),
    )
    .toBe('gone')
})

test('Node 18 gets an error with the required version', async () => {
  const npx = start('npx', ['--yes', '--package', 'node@18', 'node', 'scripts/start.mjs'])
  expect(await npx.ended).toBe(1)
  expect(npx.text()).toMatch(/^mock-endpoint needs Node 20\.19 or later, and this is Node 18\./m)
})

test('without a network, `npm start` prints that the first run needs one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mock-endpoint-offline-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'scripts'])
    cpSync(join(root, file), join(folder, file), { recursive: true })
  for (const name of ['packages', 'examples', 'tests']) mkdirSync(join(folder, name))
  const npm = start('npm', ['start'], folder, {
    npm_config_cache: join(folder, 'cache'),
    npm_config_registry: 'http://127.0.0.1:1/',
    npm_config_fetch_retries: '0',
  })
  expect(await npm.ended).not.toBe(0)
  expect(npm.text()).toContain('come from http://127.0.0.1:1/, so the first run needs a network.')
})

test('npm run dev serves the web UI from source, and restarts its daemon after a change', async () => {
  const npm = start('npm', ['run', 'dev', '--', '--memory', '--port', '0'])
  const web = await npm.printed(/(?<=from source: )http:\S+/)
  expect(await (await fetch(new URL('src/main.tsx', web))).text()).toContain('shell/app.tsx')
  const body = '{"name":"orders","data":1.10}'
  const { origin } = new URL(web)
  const add = { method: 'PUT', headers: { origin }, body }
  expect((await fetch(new URL('api/endpoint/add', web), add)).status).toBe(200)
  expect(await (await fetch(new URL('endpoint/orders', web))).text()).toBe('1.10')
  const now = new Date()
  utimesSync(join(root, 'packages', 'server', 'src', 'bin.ts'), now, now)
  await npm.printed(/Stopping[\s\S]*Web UI/)
})

function start(program: string, args: string[], cwd = root, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, detached: true })
  cleanUps.push(() => endGroup(child))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
  }
  const ended = once(child, 'close').then(([code]) => code)
  return {
    child,
    ended,
    text: () => text,
    printed: (pattern: RegExp) =>
      expect
        .poll(() => pattern.exec(text)?.[0])
        .toBeDefined()
        .then(() => pattern.exec(text)?.[0] ?? ''),
  }
}

/** Ends all processes of the group that still run. */
function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All have ended.
  }
}
