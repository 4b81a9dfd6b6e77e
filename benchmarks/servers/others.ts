// Other servers that respond with the same bodies: how each is started and configured.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bodies, type } from '../programs/bodies.mjs'
import { script } from './ours.ts'
import { peerFile, wiremockJar } from './peers.ts'
import { type Program, type Server, startServer } from './server.ts'

export const frameworks = ['Hono', 'Fastify']
const hasJava = !spawnSync('java', ['-version']).error
/** Servers with configured responses, like ours. Frameworks are not mock servers. */
export const mockServers = ['json-server', 'mockttp', 'msw', 'mountebank', 'Mockoon', 'WireMock']
  // WireMock is left out if there is no Java.
  .filter((name) => name !== 'WireMock' || hasJava)

const all = Object.entries(bodies).map(([name, body]) => ({ path: `/endpoint/${name}`, body }))
const host = '127.0.0.1'

/** Commands of programs that read their responses from files, which are written to the folder. */
const fromFiles: Record<string, (folder: string, port: number) => string[]> = {
  /** Without its log, because it logs every request. */
  mountebank(folder, port) {
    const stubs = all.map(({ path, body }) => ({
      predicates: [{ equals: { path } }],
      responses: [{ is: { statusCode: 200, headers: { 'content-type': type }, body } }],
    }))
    const config = join(folder, 'imposters.json')
    writeJson(config, { imposters: [{ port, host, protocol: 'http', stubs }] })
    const own = ['--port', String(port + 1), '--host', host, '--pidfile', join(folder, 'pid')]
    const quiet = ['--nologfile', '--loglevel', 'error']
    const program = peerFile('mountebank', 'bin', 'mb')
    return [process.execPath, program, 'start', '--configfile', config, ...own, ...quiet]
  },
  /** Without templates in the bodies and without a log of requests. */
  Mockoon(folder, port) {
    const routes = all.map(({ path, body }) => {
      const headers = [{ key: 'content-type', value: type }]
      const response = { uuid: `${path}-200`, body, headers, statusCode: 200, default: true }
      const responses = [{ ...response, bodyType: 'INLINE', disableTemplating: true }]
      return { uuid: path, type: 'http', method: 'get', endpoint: path.slice(1), responses }
    })
    const config = join(folder, 'mockoon.json')
    writeJson(config, { uuid: 'read', lastMigration: 33, name: 'read', port, routes })
    const program = peerFile('@mockoon', 'cli', 'bin', 'run.js')
    const where = ['--data', config, '--port', String(port), '--hostname', host]
    const quiet = ['--disable-log-to-file', '--disable-admin-api', '--max-transaction-logs', '0']
    return [process.execPath, program, 'start', '--repair', ...where, ...quiet]
  },
  /** With the settings that its documentation recommends for load. */
  WireMock(folder, port) {
    mkdirSync(join(folder, 'mappings'))
    all.forEach(({ path, body }, i) => {
      const response = { status: 200, headers: { 'Content-Type': type }, body }
      const mapping = { request: { method: 'GET', urlPath: path }, response }
      writeJson(join(folder, 'mappings', `${i}.json`), mapping)
    })
    const where = ['--port', String(port), '--bind-address', host, '--root-dir', folder]
    const lean = ['--no-request-journal', '--disable-request-logging', '--disable-banner']
    const plain = ['--disable-response-templating', '--use-chunked-encoding', 'never']
    const threads = ['--async-response-enabled', 'true', '--async-response-threads', '10']
    return ['java', '-jar', wiremockJar(), ...where, ...lean, ...plain, ...threads]
  },
}

/** Starts one of them. `more` overrides settings, such as its processors. */
export function startOther(
  name: string,
  folder: string,
  more: Partial<Program> = {},
): Promise<Server> {
  const own = mkdtempSync(join(folder, `${name}-`))
  const command = (port: number) =>
    fromFiles[name]?.(own, port) ?? [process.execPath, script('peer'), String(port), name]
  const path = '/endpoint/small'
  return startServer({
    command,
    path: pathAt(name, path),
    expected: /"world"/,
    cwd: own,
    ...more,
  })
}

/** Returns the path on this server. On json-server it has no `/endpoint`. */
export function pathAt(name: string, path: string): string {
  return name === 'json-server' ? path.slice('/endpoint'.length) : path
}

/** Returns the response text of this server. json-server indents it. */
export function responseOf(name: string, text: string): string {
  return name === 'json-server' ? JSON.stringify(JSON.parse(text), null, 2) : text
}

function writeJson(path: string, content: unknown): void {
  writeFileSync(path, JSON.stringify(content))
}
