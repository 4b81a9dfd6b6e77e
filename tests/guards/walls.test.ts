// Which room of a package may import which. A room is a folder or an entry file in `src/`. Imports
// that are not in the room's line are forbidden, and so is a room without a line.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** What each room may import: rooms, single files of other rooms, and packages. */
type Walls = Readonly<Record<string, string>>

const core: Walls = {
  model: 'leven re2js zod/mini',
  journal: 'model',
  rules: 'model',
  forward: 'model recording/exchange.ts',
  sending:
    'model forward webhooks journal/ring/body-start.ts journal/ring/capture.ts rules/respond/random.ts',
  engine: 'model journal rules sending/deliveries.ts',
  control: 'model journal/view.ts eventsource-parser',
  client: 'model control',
  transfer: 'model',
  documents: 'model',
  recording: 'model rules/match/form-fields.ts rules/match/json-digest.ts rules/match/json-tree.ts',
  http: 'model journal rules engine control transfer recording forward sending/deliveries.ts zod/mini hono hono/*',
  mock: 'model journal rules control http client client.ts',
  webhooks: 'model client/requests/received-request.ts',
  // A store imports only model.
  memory: 'model',
  level: 'model',
  indexeddb: 'model',
  'durable-object': 'model',
  contract: '',
  'store-contract': 'model contract',
  'journal-contract': 'model contract journal/journal.ts journal/recorder.ts journal/view.ts',
  // The entries.
  'index.ts': 'model journal rules engine forward http',
  'client.ts': 'model control client journal/view.ts',
  'mock.ts': 'client client.ts http journal memory.ts mock mock-types.ts',
  'mock-types.ts': 'client.ts index.ts mock',
  'memory.ts': 'model memory',
  'level.ts': 'model level',
  'indexeddb.ts': 'model indexeddb',
  'durable-object.ts': 'model durable-object',
  'shared-journal.ts': 'model journal',
  'transfer.ts': 'model transfer',
  'documents.ts': 'documents model',
  'webhooks.ts': 'webhooks client/requests/received-request.ts model',
  'store-contract.ts': 'model contract store-contract',
  'journal-contract.ts':
    'model contract journal-contract journal/ring/capture.ts journal/journal.ts journal/recorder.ts journal/view.ts',
}

const server: Walls = {
  'leveldb-files': '',
  'data-folder': 'leveldb-files tls @mock-endpoint/*',
  forward: '@mock-endpoint/*',
  tls: '@peculiar/asn1-schema @peculiar/asn1-x509',
  http: 'data-folder forward tls mcp/over-http.ts @mock-endpoint/* @hono/node-server',
  files: '@mock-endpoint/* hono/utils/mime',
  fixture: 'files forward http tls @mock-endpoint/*',
  convert: '@mock-endpoint/* yaml',
  mcp: 'convert program/build.ts @mock-endpoint/* @modelcontextprotocol/sdk',
  program: 'data-folder @mock-endpoint/*',
  terminal: 'program @mock-endpoint/*',
  settings: 'data-folder http program @mock-endpoint/*',
  commands:
    'program terminal settings convert data-folder files forward http daemon/web.ts mcp @mock-endpoint/*',
  daemon: 'program terminal settings data-folder files http tls @mock-endpoint/* @sentry/node',
  cli: 'program terminal settings commands daemon commander @mock-endpoint/*',
  'bin.ts': 'cli program terminal',
  'index.ts': 'fixture http tls @mock-endpoint/*',
}

describe.each([
  ['core', core],
  ['server', server],
])('%s', (name, walls) => {
  const src = `packages/${name}/src`
  const files = listed(src)

  test('every room of the package has a line, and every line a room', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(walls).sort())
  })

  test('each room of the package imports only what its line allows', () => {
    const found = files.flatMap((file) => {
      const room = roomOf(file)
      const allowed = (walls[room] ?? '').split(' ')
      return importsOf(join(root, src, file))
        .map((from) => (from.startsWith('.') ? posix.join(posix.dirname(file), from) : from))
        .filter((from) => !from.startsWith(`${room}/`) && !isAllowed(from, allowed))
        .map((from) => `${file} imports ${from}`)
    })
    expect(files.length).toBeGreaterThan(100)
    expect(found).toEqual([])
  })
})

/** Returns the files below `src` that are not for tests. */
function listed(src: string): string[] {
  return execFileSync('git', ['ls-files', '*.ts'], { cwd: join(root, src), encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.ts$|^test\/|\/test\//.test(file))
    .filter((file) => existsSync(join(root, src, file)))
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? ''
}

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true)
  return importedFiles.map(({ fileName }) => fileName).filter((name) => !name.startsWith('node:'))
}

function isAllowed(from: string, allowed: readonly string[]): boolean {
  return allowed.some(
    (one) =>
      from === one ||
      from.startsWith(`${one}/`) ||
      (one.endsWith('/*') && from.startsWith(one.slice(0, -1))),
  )
}
