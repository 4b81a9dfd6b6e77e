import type { Endpoint, EndpointStore } from '@mock-endpoint/core'
import * as fc from 'fast-check'
import { Level } from 'level'
import { describe, expect, test } from 'vitest'
import {
  all,
  endpoint,
  exactData,
  oddNames,
  putAll,
} from '../../../core/src/store-contract/cases.ts'
import { readContents } from '../leveldb-files/folder.ts'
import {
  compact,
  type Files,
  filesOf,
  flipped,
  folderOf,
  inStore,
  noise,
  only,
  written,
} from '../test/level-folder.ts'
import { rescueRecords } from './rescue.ts'

type Write = { readonly put: string; readonly data: string } | { readonly remove: string } | 'clear'

/** Returns the rescued endpoints by name. Each must be rescued only once. */
async function rescued(files: Files): Promise<Record<string, Endpoint>> {
  const folder = folderOf(files)
  const records = await all(rescueRecords(folder, await readContents(folder)))
  const endpoints = records.flatMap((each) => ('endpoint' in each ? each.endpoint : []))
  expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length)
  return byName(endpoints)
}

function byName(endpoints: readonly Endpoint[]): Record<string, Endpoint> {
  return Object.fromEntries(endpoints.map((each) => [each.name, each]))
}

test('a rescue refuses a database of another program or of another format', async () => {
  const foreign = await written(async (path) => {
    const db = new Level(path)
    await db.put('theirs', '1')
    await db.close()
  })
  await expect(rescued(foreign)).rejects.toMatchObject({ kind: 'unavailable' })
  const newer = await written(async (path) => {
    const db = new Level(path)
    await db.put('meta/format', '3')
    await db.put('endpoint/a', 'of format 3')
    await db.close()
  })
  await expect(rescued(newer)).rejects.toThrow('format 3')
})

describe('endpoints of a sound folder', () => {
  test.each(['finished', 'not finished'])(
    'after a clear that was %s, no earlier endpoint is rescued',
    async (how) => {
      const files = await written(async (path) => {
        await inStore(path, (store) => putAll(store, 'a', 'b'))
        if (how === 'finished') await inStore(path, (store) => store.clear())
        const db = new Level(path)
        if (how === 'not finished') await db.put('meta/clearing', '1')
        await db.put('endpoint/c', '200 0 1')
        await db.close()
      })
      expect(Object.keys(await rescued(files))).toEqual(['c'])
    },
  )

  test('every endpoint is rescued as it was last written', async () => {
    const files = await written(async (path) => {
      await inStore(path, (store) => putAll(store, 'a', 'b', 'c', 'd', 'e'))
      await inStore(path, async (store) => {
        await store.put(endpoint('a', { data: '2', statusCode: 404, delay: 0.5 }))
        await store.remove('b')
      })
      await compact(path)
      await inStore(path, async (store) => {
        await store.remove('c')
        await store.put(endpoint('b', { data: '3' }))
      })
      await inStore(path, async (store) => {
        await store.put(endpoint('c', { data: '4' }))
        await store.remove('d')
        await store.put(endpoint('f'))
        await store.put(endpoint('f', { data: '5' }))
      })
    })
    expect([...files.keys()].filter((name) => name.endsWith('.ldb')).length).toBeGreaterThan(1)
    const expected = [
      endpoint('a', { data: '2', statusCode: 404, delay: 0.5 }),
      endpoint('b', { data: '3' }),
      endpoint('c', { data: '4' }),
      endpoint('e'),
      endpoint('f', { data: '5' }),
    ]
    expect(await rescued(files)).toEqual(byName(expected))
  })

  test.each(['a log', 'a table'])(
    'endpoints with odd names and data are rescued exactly from %s',
    async (where) => {
      const odd = [...exactData, ...oddNames.map((name) => [name, '1'] as const)]
      const endpoints = odd.map(([name, data]) => endpoint(name, { data }))
      const files = await written(async (path) => {
        await inStore(path, async (store) => {
          for (const each of endpoints) await store.put(each)
        })
        if (where === 'a table') await compact(path)
      })
      expect(await rescued(files)).toEqual(byName(endpoints))
    },
  )

  test('a cleared endpoint is not rescued', async () => {
    const files = await written(async (path) => {
      await inStore(path, (store) => putAll(store, 'a', 'b'))
      await inStore(path, (store) => store.clear())
    })
    expect(await rescued(files)).toEqual({})
  })

  test('the rescued endpoints are those that a Map holds after the same writes', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', '\uffff', '\u{1f600}')
    const write: fc.Arbitrary<Write> = fc.oneof(
      { weight: 4, arbitrary: fc.record({ put: name, data: fc.json() }) },
      { weight: 2, arbitrary: fc.record({ remove: name }) },
      { weight: 1, arbitrary: fc.constant('clear' as const) },
    )
    const session = fc.record({ writes: fc.array(write, { maxLength: 10 }), merge: fc.boolean() })
    const law = fc.asyncProperty(
      fc.array(session, { minLength: 1, maxLength: 6 }),
      async (sessions) => {
        const expected = new Map<string, Endpoint>()
        async function apply(store: EndpointStore, one: Write): Promise<void> {
          if (one === 'clear') {
            expected.clear()
            await store.clear()
          } else if ('put' in one) {
            const put = endpoint(one.put, { data: one.data })
            expected.set(one.put, put)
            await store.put(put)
          } else {
            expected.delete(one.remove)
            await store.remove(one.remove)
          }
        }
        const files = await written(async (path) => {
          for (const { writes, merge } of sessions) {
            await inStore(path, async (store) => {
              for (const one of writes) await apply(store, one)
            })
            if (merge) await compact(path)
          }
        })
        expect(await rescued(files)).toEqual(byName([...expected.values()]))
      },
    )
    await fc.assert(law, { numRuns: 30 })
  })
})

describe('endpoints of a damaged folder', () => {
  const names = Array.from({ length: 40 }, (_, i) => `${i + 10}`)
  const put = (name: string) => endpoint(name, { data: noise(1000, Number(name)) })

  async function fill(path: string): Promise<void> {
    await inStore(path, async (store) => {
      for (const name of names) await store.put(put(name))
    })
  }

  test('all endpoints are rescued except those in a damaged block of a table', async () => {
    const files = await written(async (path) => {
      await fill(path)
      await compact(path)
    })
    const [table, bytes] = only(files, /\.ldb$/)
    for (const byte of [0, 9000, 20_000]) {
      files.set(table, flipped(bytes, byte * 8))
      const found = Object.values(await rescued(files))
      for (const each of found) expect(each).toEqual(put(each.name))
      expect(found.length).toBeLessThan(names.length)
      expect(found.length).toBeGreaterThan(names.length - 10)
    }
  })

  test('all endpoints are rescued except the one in a damaged record of a log', async () => {
    const files = await written(fill)
    const [log, bytes] = only(files, /\.log$/)
    for (const name of ['10', '20', '49']) {
      const at = new TextDecoder('latin1').decode(bytes).indexOf(`endpoint/${name}`)
      files.set(log, flipped(bytes, at * 8))
      expect(await rescued(files)).toEqual(byName(names.filter((each) => each !== name).map(put)))
    }
  })

  test.each(['CURRENT', 'MANIFEST'])('all endpoints are rescued without %s', async (lost) => {
    const files = await written(async (path) => {
      await fill(path)
      await inStore(path, async (store) => {
        await store.remove('10')
        await store.put(endpoint('11'))
      })
    })
    for (const name of [...files.keys()]) if (name.startsWith(lost)) files.delete(name)
    const expected = names.slice(2).map(put)
    expect(await rescued(files)).toEqual(byName([endpoint('11'), ...expected]))
  })

  test('an endpoint in a table and in the log that it was made from is rescued once', async () => {
    let log: readonly [string, Uint8Array] | undefined
    const files = await written(async (path) => {
      await fill(path)
      log = only(await filesOf(path), /\.log$/)
      await inStore(path)
    })
    if (log) files.set(...log)
    files.delete('CURRENT')
    expect(await rescued(files)).toEqual(byName(names.map(put)))
  })
})
