// The contenders that are programs of their own: their command, and the files that tell them what
// to answer. None of them can be asked which free port it took: they are given one.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bodies, type } from './bodies.mjs'

const modules = join(import.meta.dirname, '..', 'peers', 'node_modules')
const all = Object.entries(bodies)

/** Each writes its files into the folder and returns the command, for `spawn`. */
export const programs = {
  /** Without its log, which it writes for every request. */
  async mountebank(folder, port) {
    const stubs = all.map(([name, body]) => ({
      predicates: [{ equals: { path: `/${name}` } }],
      responses: [{ is: { statusCode: 200, headers: { 'content-type': type }, body } }],
    }))
    const imposters = [{ port, host: '127.0.0.1', protocol: 'http', stubs }]
    const config = await write(folder, 'imposters.json', { imposters })
    const own = [
      '--port',
      String(port + 1),
      '--host',
      '127.0.0.1',
      '--pidfile',
      join(folder, 'pid'),
    ]
    const quiet = ['--nologfile', '--loglevel', 'error']
    const program = join(modules, 'mountebank', 'bin', 'mb')
    return [process.execPath, program, 'start', '--configfile', config, ...own, ...quiet]
  },
  /** Without templates in the bodies, nor a log of what was asked. */
  async Mockoon(folder, port) {
    const routes = all.map(([endpoint, body]) => {
      const headers = [{ key: 'content-type', value: type }]
      const response = { uuid: `${endpoint}-200`, body, headers, statusCode: 200, default: true }
      const responses = [{ ...response, bodyType: 'INLINE', disableTemplating: true }]
      return { uuid: endpoint, type: 'http', method: 'get', endpoint, responses }
    })
    const environment = { uuid: 'read', lastMigration: 33, name: 'read', port, routes }
    const config = await write(folder, 'mockoon.json', environment)
    const quiet = ['--disable-log-to-file', '--disable-admin-api', '--max-transaction-logs', '0']
    const program = join(modules, '@mockoon', 'cli', 'bin', 'run.js')
    const where = ['--data', config, '--port', String(port), '--hostname', '127.0.0.1']
    return [process.execPath, program, 'start', '--repair', ...where, ...quiet]
  },
  /** As its documentation has it for load. */
  async WireMock(folder, port) {
    await mkdir(join(folder, 'mappings'))
    for (const [name, body] of all) {
      const response = { status: 200, headers: { 'Content-Type': type }, body }
      const mapping = { request: { method: 'GET', urlPath: `/${name}` }, response }
      await write(join(folder, 'mappings'), `${name}.json`, mapping)
    }
    const jar = join(modules, 'wiremock', 'build', 'wiremock-standalone-3.13.2.jar')
    const where = ['--port', String(port), '--bind-address', '127.0.0.1', '--root-dir', folder]
    const lean = ['--no-request-journal', '--disable-request-logging', '--disable-banner']
    const plain = ['--disable-response-templating', '--use-chunked-encoding', 'never']
    const threads = ['--async-response-enabled', 'true', '--async-response-threads', '10']
    return ['java', '-jar', jar, ...where, ...lean, ...plain, ...threads]
  },
}

async function write(folder, name, content) {
  const path = join(folder, name)
  await writeFile(path, JSON.stringify(content))
  return path
}
