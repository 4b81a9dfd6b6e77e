import type { EndpointStore } from '@mock-endpoint/core'
import type { BatchOperation, StoredRule } from '@mock-endpoint/core/level'
import * as fc from 'fast-check'
import { Level } from 'level'
import { describe, expect, test } from 'vitest'
import {
  all,
  endpoint,
  exactTexts,
  oddNames,
  putAll,
  putRules,
  rule,
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

/** Returns the rescued rules. */
async function rescued(files: Files): Promise<StoredRule[]> {
  const folder = folderOf(files)
  const records = await all(rescueRecords(folder, await readContents(folder)))
  return records.flatMap((each) => ('rule' in each ? each.rule : []))
}

async function rescuedIds(files: Files): Promise<string[]> {
  return (await rescued(files)).map(({ id }) => id)
}

describe('rules of a sound folder', () => {
  test('every rule is rescued as it was last written, in order', async () => {
    const files = await written(async (path) => {
      await inStore(path, (store) => putRules(store, 'a', '9', '10', '8', '7', '6'))
      await inStore(path, async (store) => {
        await store.putRule(rule('10', 'a', 'new'))
        await store.removeRule('9')
      })
      await compact(path)
      await inStore(path, async (store) => {
        await store.putRule(rule('8', 'b', 'moved'))
        await store.removeRule('6')
      })
      await inStore(path, async (store) => {
        await store.putRule(rule('9', 'a', 'again'))
        await store.putRule(rule('6', 'a', 'again'))
      })
    })
    expect([...files.keys()].filter((name) => name.endsWith('.ldb')).length).toBeGreaterThan(1)
    const again = [rule('9', 'a', 'again'), rule('6', 'a', 'again')]
    const ofA = [rule('10', 'a', 'new'), rule('7'), ...again]
    expect(await rescued(files)).toEqual([...ofA, rule('8', 'b', 'moved')])
  })

  test.each(['a log', 'a table'])(
    'rules with odd ids and texts are rescued exactly from %s',
    async (where) => {
      const odd = oddNames.map((name, i) => rule(name, oddNames.at(i - 1), name))
      const rules = [...odd, ...exactTexts.map(([what, text]) => rule(what, 'texts', text))]
      const files = await written(async (path) => {
        await inStore(path, async (store) => {
          for (const each of rules) await store.putRule(each)
        })
        if (where === 'a table') await compact(path)
      })
      const byId = (found: readonly StoredRule[]) => new Map(found.map((each) => [each.id, each]))
      expect(byId(await rescued(files))).toEqual(byId(rules))
    },
  )

  test.each(['finished', 'not finished'])(
    'after a clear that was %s, no earlier rule is rescued',
    async (how) => {
      const files = await written(async (path) => {
        await inStore(path, (store) => putRules(store, 'a', '1', '2'))
        if (how === 'finished') await inStore(path, (store) => store.clear())
        const db = new Level(path)
        if (how === 'not finished') await db.put('meta/clearing', '1')
        await db.put('rule/a/0000000000000009', '9/text')
        await db.close()
      })
      expect(await rescuedIds(files)).toEqual(['9'])
    },
  )

  test('the rescued rules are those that the store held after the same writes', async () => {
    const id = fc.constantFrom('1', '2', '3')
    const of = fc.constantFrom('a', 'b')
    type Apply = (store: EndpointStore) => Promise<unknown>
    const write = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.tuple(id, of).map(
          (to): Apply =>
            (store) =>
              store.putRule(rule(...to)),
        ),
      },
      {
        weight: 2,
        arbitrary: of.map(
          (name): Apply =>
            (store) =>
              store.put(endpoint(name)),
        ),
      },
      {
        weight: 2,
        arbitrary: of.map(
          (name): Apply =>
            (store) =>
              store.remove(name),
        ),
      },
      {
        weight: 1,
        arbitrary: id.map(
          (each): Apply =>
            (store) =>
              store.removeRule(each),
        ),
      },
      {
        weight: 1,
        arbitrary: of.map(
          (name): Apply =>
            (store) =>
              store.clearRules(name),
        ),
      },
      { weight: 1, arbitrary: fc.constant<Apply>((store) => store.clear()) },
    )
    const session = fc.record({ writes: fc.array(write, { maxLength: 10 }), merge: fc.boolean() })
    const law = fc.asyncProperty(
      fc.array(session, { minLength: 1, maxLength: 6 }),
      async (sessions) => {
        let held: readonly StoredRule[] = []
        const files = await written(async (path) => {
          for (const { writes, merge } of sessions) {
            await inStore(path, async (store) => {
              await Promise.all(writes.map((apply) => apply(store)))
              held = [...(await store.rulesOf('a')), ...(await store.rulesOf('b'))]
            })
            if (merge) await compact(path)
          }
        })
        expect(await rescued(files)).toEqual(held)
      },
    )
    await fc.assert(law, { numRuns: 30 })
  })
})

describe('rules of a damaged folder', () => {
  const ids = Array.from({ length: 40 }, (_, i) => `${50 - i}`)
  const put = (id: string) => rule(id, 'a', noise(1000, Number(id)))

  async function fill(path: string): Promise<void> {
    await inStore(path, async (store) => {
      for (const id of ids) await store.putRule(put(id))
    })
  }

  test('all rules are rescued except the one in a damaged record of a log', async () => {
    const files = await written(fill)
    const [log, bytes] = only(files, /\.log$/)
    for (const id of ['50', '30', '11']) {
      const at = new TextDecoder('latin1').decode(bytes).indexOf(`${id}/"`)
      files.set(log, flipped(bytes, at * 8))
      expect(await rescued(files)).toEqual(ids.filter((each) => each !== id).map(put))
    }
  })

  test('a rule in a table and in the log that it was made from is rescued once', async () => {
    let log: readonly [string, Uint8Array] | undefined
    const files = await written(async (path) => {
      await fill(path)
      log = only(await filesOf(path), /\.log$/)
      await inStore(path)
    })
    if (log) files.set(...log)
    files.delete('CURRENT')
    expect(await rescued(files)).toEqual(ids.map(put))
  })

  test.each<[string, (path: string) => Promise<void>, string[]]>([
    ['removed', (path) => edit(path, [{ type: 'del', key: 'endpoint/a' }]), ['b 3']],
    [
      'removed and added again',
      (path) =>
        edit(path, [
          { type: 'del', key: 'endpoint/a' },
          { type: 'put', key: 'endpoint/a', value: '200 0 1' },
          { type: 'put', key: 'rule/a/0000000000000009', value: '9/text' },
        ]),
      ['a 9', 'b 3'],
    ],
    [
      'left by a rule',
      (path) => edit(path, [{ type: 'put', key: 'rule/b/0000000000000009', value: '1/text' }]),
      ['a 2', 'b 3', 'b 1'],
    ],
    [
      'left by a rule whose new place is read first',
      async (path) => {
        await edit(path, [{ type: 'put', key: 'rule/a/0000000000000009', value: '3/text' }])
        await compact(path)
      },
      ['a 1', 'a 2', 'a 3'],
    ],
  ])('an endpoint that was %s does not get back rules whose removal was lost', async (...row) => {
    const [, change, expected] = row
    const files = await written(async (path) => {
      await inStore(path, async (store) => {
        await putAll(store, 'a')
        await putRules(store, 'a', '1', '2')
        await putRules(store, 'b', '3')
      })
      await change(path)
    })
    const found = (await rescued(files)).map(({ id, endpoint: of }) => `${of} ${id}`)
    expect(found).toEqual(expected)
  })
})

async function edit(path: string, batch: BatchOperation[]): Promise<void> {
  const db = new Level(path)
  await db.batch(batch)
  await db.close()
}
