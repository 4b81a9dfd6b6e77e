import { beforeAll, describe, expect, test } from 'vitest'
import { putAll } from '../../../core/src/store-contract/cases.ts'
import { type Files, flipped, folderOf, inStore, written } from '../test/level-folder.ts'
import { type Contents, readContents, takenBy } from './folder.ts'

const manifest = 'MANIFEST-000004'
const table = '000005.ldb'
const log = '000006.log'

let sound: Files
beforeAll(async () => {
  sound = await written(async (path) => {
    await inStore(path, (store) => putAll(store, 'a'))
    await inStore(path, (store) => putAll(store, 'b'))
  })
})

function bytes(name: string): Uint8Array {
  return sound.get(name) ?? new Uint8Array(0)
}

/** Reads the folder with files changed or added. `undefined` removes a file. */
async function withFiles(
  changes: Readonly<Record<string, Uint8Array | string | undefined>>,
): Promise<Contents> {
  const files = new Map(sound)
  for (const [name, content] of Object.entries(changes)) {
    if (content === undefined) files.delete(name)
    else files.set(name, typeof content === 'string' ? new TextEncoder().encode(content) : content)
  }
  return readContents(folderOf(files))
}

test('the folder of a closed store is sound', async () => {
  expect(await withFiles({})).toEqual({ tables: [table], logs: [log], damages: [], torn: [] })
})

test('the space of a folder is split into logs, tables in use and other tables', async () => {
  const taken = { logs: bytes(log).length, tables: bytes(table).length, otherTables: 0 }
  expect(await takenBy(folderOf(sound))).toEqual(taken)
  const files = new Map(sound).set('000009.ldb', new Uint8Array(100)).set('9.txt', bytes(table))
  expect(await takenBy(folderOf(files))).toEqual({ ...taken, otherTables: 100 })
  files.delete('CURRENT')
  const otherTables = 100 + taken.tables
  expect(await takenBy(folderOf(files))).toEqual({ ...taken, tables: 0, otherTables })
})

test.each<[string, string[]]>([
  ['nothing in it', []],
  ['other files in it', ['.gitignore', 'LOCK', 'LOG', 'a.log', '1.ldb.bak', 'x000001.log']],
])('a folder with %s is sound and empty', async (_, names) => {
  const folder = folderOf(new Map(names.map((name) => [name, new Uint8Array(1)])))
  expect(await readContents(folder)).toEqual({ tables: [], logs: [], damages: [], torn: [] })
})

test('files that are no longer in use are ignored', async () => {
  const old = { '000002.ldb': 'old', '000003.log': 'old', '000099.ldb': 'not yet' }
  expect(await withFiles(old)).toEqual(await withFiles({}))
})

test('a log that is newer than the manifest is read after the other logs', async () => {
  const { logs, damages } = await withFiles({ '000010.log': bytes(log), '000009.log': '' })
  expect([logs, damages]).toEqual([[log, '000009.log', '000010.log'], []])
})

test('a table with the file extension of older versions is read', async () => {
  const renamed = await withFiles({ [table]: undefined, '000005.sst': bytes(table) })
  expect(renamed).toMatchObject({ tables: ['000005.sst'], damages: [] })
})

describe('damaged files', () => {
  const all = { tables: ['000002.ldb', table], logs: ['000003.log', log] }
  const known = { tables: [table], logs: [log] }
  const old = { '000002.ldb': '', '000003.log': '' }

  test.each<[string, string, () => Parameters<typeof withFiles>[0]]>([
    ['CURRENT', 'is missing', () => ({ CURRENT: undefined })],
    ['CURRENT', 'names no manifest', () => ({ CURRENT: '' })],
    ['CURRENT', 'names no manifest', () => ({ CURRENT: manifest })],
    ['CURRENT', 'names no manifest', () => ({ CURRENT: `../${manifest}\n` })],
    ['MANIFEST-000001', 'is missing', () => ({ CURRENT: 'MANIFEST-000001\n' })],
    [manifest, 'is missing', () => ({ [manifest]: undefined })],
    [manifest, 'holds nothing', () => ({ [manifest]: '' })],
    [
      manifest,
      'has a wrong checksum at byte 0',
      () => ({ [manifest]: flipped(bytes(manifest), 9 * 8) }),
    ],
    [manifest, 'cannot be read: A manifest has no tag 0.', () => ({ [manifest]: bytes(log) })],
  ])(
    'the damage "%s %s" is reported, and all tables and logs are listed',
    async (file, detail, changes) => {
      const contents = await withFiles({ ...old, ...changes() })
      const damages = detail.startsWith('cannot')
        ? [{ file, detail: expect.stringMatching(/^cannot be read: /) }]
        : [{ file, detail }]
      expect(contents).toEqual({ ...all, damages, torn: [] })
    },
  )

  test.each<[string, string, () => Parameters<typeof withFiles>[0], Partial<Contents>?]>([
    [table, 'is missing', () => ({ [table]: undefined }), { tables: [] }],
    [log, 'is missing', () => ({ [log]: undefined }), { logs: [] }],
    [log, 'has a wrong checksum at byte 0', () => ({ [log]: flipped(bytes(log), 64) })],
  ])(
    'the damage "%s %s" is reported, and only tables and logs in use are listed',
    async (file, detail, changes, otherwise = {}) => {
      const contents = await withFiles({ ...old, ...changes() })
      expect(contents).toEqual({ ...known, damages: [{ file, detail }], torn: [], ...otherwise })
    },
  )

  test('a table that was cut is reported with the size that it should have', async () => {
    const size = bytes(table).byteLength
    const { damages } = await withFiles({ [table]: bytes(table).subarray(1) })
    expect(damages).toEqual([{ file: table, detail: `should have ${size} bytes` }])
  })

  test('several damaged files are all reported', async () => {
    const { damages } = await withFiles({ [table]: undefined, [log]: undefined })
    expect(damages.map(({ file }) => file)).toEqual([table, log])
  })
})

test('a log that breaks off is torn and not damaged', async () => {
  const cut = await withFiles({ [log]: bytes(log).subarray(0, -1) })
  expect(cut).toEqual({ tables: [table], logs: [log], damages: [], torn: [log] })
})
