// What is started, and what its first right answer is.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { daemon } from '../lib/daemon.mjs'
import { peerFolder } from '../lib/peers.mjs'

const hello = /^HTTP\/1\.1 200 [\s\S]*"hello":\s*"world"/
const healthy = /^HTTP\/1\.1 200 [\s\S]*"status":\s*"ok"/
const noMappings = /^HTTP\/1\.1 200 [\s\S]*"mappings"/

export const bare = 'node:http'
export const inMemory = 'mock-endpoint, memory'
export const onDisk = 'mock-endpoint, disk'

/** The command of each for a port; files go into the folder. WireMock only where there is a Java. */
export function serversIn(folder) {
  const file = join(folder, 'db.json')
  writeFileSync(file, '{"hello":{"hello":"world"}}')
  const node = (args, path, expected) => ({ program: process.execPath, args, path, expected })
  const health = (args) => node([daemon, ...args], '/api/health', healthy)
  return {
    [bare]: (port) => node([script('bare'), port], '/', hello),
    [inMemory]: (port) => health(['--memory', '--port', port]),
    [onDisk]: (port) => health(['--data-dir', mkdtempSync(join(folder, 'data-')), '--port', port]),
    'json-server': (port) =>
      node([peerFolder('json-server', 'lib', 'bin.js'), file, '--port', port], '/hello', hello),
    mockttp: (port) => node([script('mockttp'), port], '/hello', hello),
    ...wiremock(folder),
  }
}

function wiremock(folder) {
  const build = peerFolder('wiremock', 'build')
  if (!existsSync(build) || spawnSync('java', ['-version']).error) return {}
  const jar = join(build, readdirSync(build).find((file) => file.endsWith('.jar')) ?? '')
  return {
    WireMock: (port) => ({
      program: 'java',
      args: ['-jar', jar, '--root-dir', folder, '--bind-address', '127.0.0.1', '--port', port],
      path: '/__admin/mappings',
      expected: noMappings,
    }),
  }
}

function script(name) {
  return join(import.meta.dirname, `${name}.mjs`)
}
