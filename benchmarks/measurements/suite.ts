// The duration of a whole test suite with a mock server in each of its files.
import { type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPacked, pack } from '../../scripts/pack.mjs'
import { packages, root } from '../../scripts/prepare.mjs'
import { pinned } from '../harness/machine.ts'
import { eachTime, type Figures, type Measurement } from '../harness/measurement.ts'
import { peerFile } from '../servers/peers.ts'
import { cpuOfEnded } from '../servers/usage.ts'

const testsInFile = 20
const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']
const { vitest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies

/** The beginning of a test file, and the code with which each of its tests gets its response. */
const kinds: Record<string, { head: string; respond: (i: number) => string }> = {
  '@mock-endpoint/vitest-plugin': {
    head: `import { createMockServer } from '@mock-endpoint/vitest-plugin'
      const mock = await createMockServer()`,
    respond: (i) => `fetch((await mock.add({ name: 'order-${i}', data: { id: ${i} } })).url)`,
  },
  msw: {
    head: `import { http, HttpResponse } from 'msw'
      import { setupServer } from 'msw/node'
      const server = setupServer()
      beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
      afterEach(() => server.resetHandlers())
      afterAll(() => server.close())
      const use = (url, id) => {
        server.use(http.get(url, () => HttpResponse.json({ id })))
        return url
      }`,
    respond: (i) => `fetch(use('http://localhost/order-${i}', ${i}))`,
  },
  // start() without a port tries ports from 8000 up, which other files are trying too.
  mockttp: {
    head: `import { getLocal } from 'mockttp'
      const server = getLocal()
      beforeAll(() => server.start(0))
      afterEach(() => server.reset())
      afterAll(() => server.stop())
      const use = async (path, id) => {
        await server.forGet(path).thenJson(200, { id })
        return server.urlFor(path)
      }`,
    respond: (i) => `fetch(await use('/order-${i}', ${i}))`,
  },
  nothing: { head: '', respond: (i) => `Promise.resolve(Response.json({ id: ${i} }))` },
}

/** Writes Vitest projects as a user has them, with our packed packages and linked peers. */
function generate(folder: string, names: readonly string[], files: number): void {
  const tarballFolder = join(folder, 'tarballs')
  mkdirSync(tarballFolder)
  const tarballs = pack(tarballFolder, { stdio })
  installPacked({ user: folder, tarballs, names: packages, devDependencies: { vitest }, stdio })
  for (const name of names) {
    if (name === 'msw' || name === 'mockttp') {
      symlinkSync(peerFile(name), join(folder, 'node_modules', name), 'dir')
    }
    const { head, respond } = kinds[name] as (typeof kinds)[string]
    const tests = Array.from(
      { length: testsInFile },
      (_, i) => `test('reads order ${i}', async () => {
        const response = await ${respond(i)}
        expect(await response.json()).toEqual({ id: ${i} })
      })`,
    )
    const imports = `import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'`
    const text = [imports, head, ...tests].join('\n')
    const project = projectOf(folder, name)
    mkdirSync(project)
    for (let i = 0; i < files; i++) writeFileSync(join(project, `${i}.test.js`), text)
    writeFileSync(join(project, 'vitest.config.js'), 'export default {}\n')
  }
}

function projectOf(folder: string, name: string): string {
  return join(folder, name.replaceAll('/', '-'))
}

/** Runs a whole suite once. A test that does not pass fails the measurement. */
async function runSuite(folder: string, name: string, total: number): Promise<Figures> {
  const project = projectOf(folder, name)
  const report = join(project, 'report.json')
  const bin = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [bin, 'run', '--root', project, '--reporter=json', `--outputFile=${report}`]
  const before = cpuOfEnded()
  const start = performance.now()
  const [file = '', ...rest] = pinned([process.execPath, ...args], 'all')
  const child = spawn(file, rest, { cwd: project, stdio, timeout: 120_000 })
  const [code] = await once(child, 'exit')
  const wall = (performance.now() - start) / 1000
  const cpu = (cpuOfEnded() - before) / 1000
  const { success, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'))
  if (code === 0 && success && numPassedTests === total) return { s: wall, 'cpu, s': cpu }
  throw new Error(`${numPassedTests} of ${total} tests passed in ${project}; exit code ${code}`)
}

export const suite: Measurement = {
  title: 'A suite of tests',
  legend: `One whole run of Vitest ${vitest}; each test adds an endpoint and fetches it. \`nothing\` is the same
tests without a server. cpu is the processor time of all processes. All tests passed.`,
  needsPeers: true,
  parts({ isShort, folder, say }) {
    const files = isShort ? 4 : 50
    const names = isShort ? ['@mock-endpoint/vitest-plugin', 'nothing'] : Object.keys(kinds)
    say('installing and generating')
    generate(folder, names, files)
    const total = files * testsInFile
    const contenders = eachTime(names, (name) => runSuite(folder, name, total))
    return [{ title: `${files} files, ${total} tests`, contenders, rounds: isShort ? 1 : 2 }]
  },
  targets: [],
}
