// The store of a Durable Object, in workerd itself.
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallDisk, whyNoSmallDisk } from '../../reliability/lib/small-disk.ts'
import { temporaryFolder } from '../lib/bundle.ts'
import type { Outcomes } from './inside/run-contract.ts'
import type { Ask } from './lib/ask.ts'
import { describeContract } from './lib/describe-contract.ts'
import { startWorkerd, type Workerd } from './lib/workerd.ts'

const missing = whyNoSmallDisk()
if (missing) process.emitWarning(`Tests of a full disk are left out: each ${missing}.`)
const longest = 10 * 1024 * 1024

describe('in workerd', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let workerd: Workerd
  const ask: Ask = (...command) => workerd.ask(...command)

  beforeAll(async () => {
    folder = await temporaryFolder()
    workerd = await startWorkerd(folder.path)
  })
  afterAll(async () => {
    await workerd.kill()
    await folder.remove()
  })

  describeContract('a store in a Durable Object', () => ask<Outcomes>('contract'))
  describeContract('the same, opened again before each read', () =>
    ask<Outcomes>('reopenedContract'),
  )

  test('what was written is there after workerd was killed', async () => {
    await ask('open', 'fresh to be killed')
    expect(await ask('put', 'killed', 'a', '1.10')).toBe('done')
    expect(await ask('putRule', 'killed', 'r', 'a')).toBe('done')
    expect(await ask('putMany', 'killed', 500, 1000)).toBe('done')
    await workerd.kill()
    workerd = await startWorkerd(folder.path)
    const record = { name: 'a', data: '1.10', statusCode: 201, delay: 1.5 }
    expect(await ask('get', 'killed', 'a')).toEqual(record)
    expect(await ask('rulesOf', 'killed', 'a')).toEqual({ ids: ['r'], waited: false })
    expect(await ask('counts', 'killed')).toEqual([501, 501])
  })

  test.each([[5], [20], [60], [120]])(
    'after a kill within %i ms all of putAll is there, or nothing',
    async (wait) => {
      await ask('clear', 'halves')
      const writing = ask('putMany', 'halves', 2000, 1000).catch(() => undefined)
      await setTimeout(wait)
      await workerd.kill()
      await writing
      workerd = await startWorkerd(folder.path)
      expect([
        [0, 0],
        [2000, 2000],
      ]).toContainEqual(await ask('counts', 'halves'))
      expect([0, 2000]).toContain((await ask<unknown[]>('names', 'halves')).length)
    },
  )

  test('10 Mi characters come back exactly, also after fewer and more', async () => {
    for (const length of [longest, 2, longest / 2, longest]) {
      expect(await ask('putLong', 'long', 'a', length)).toBe('done')
      expect(await ask('hasLong', 'long', 'a', length)).toEqual([true, true, true])
    }
    await workerd.kill()
    workerd = await startWorkerd(folder.path)
    expect(await ask('hasLong', 'long', 'a', longest)).toEqual([true, true, true])
  }, 60_000)

  test.each([['remove'], ['clear']])('%s leaves no piece of a long text behind', async (call) => {
    expect(await ask('putLong', 'pieces', 'a', longest)).toBe('done')
    await ask(call, 'pieces', 'a')
    expect(await ask('sql', 'SELECT count(*) AS left FROM mock_endpoint_pieces')).toEqual([
      { left: 0 },
    ])
  })

  test('an endpoint without rules is known to have none without a promise', async () => {
    expect(await ask('rulesOf', 'rules', 'nobody')).toEqual({ ids: [], waited: false })
  })

  test.each([
    ["UPDATE mock_endpoint_notes SET value = 2 WHERE name = 'format'"],
    ['DROP TABLE mock_endpoint_notes'],
  ])('after %s the tables are foreign', async (query) => {
    expect(await ask('openAfter', query)).toBe('foreign')
  })

  test('an object without SQLite has no such store', async () => {
    expect(await ask('openPlain')).toBe('unavailable')
  })

  test('tables of the object itself are left alone', async () => {
    expect(await ask('openAfter', 'CREATE TABLE mine (a)')).toBe('done')
    await ask('clear', 'own tables')
    expect(await ask('sql', 'SELECT * FROM mine')).toEqual([])
  })

  test.each([
    ["UPDATE mock_endpoint_endpoints SET data = x'ff' WHERE name = CAST('b' AS BLOB)"],
    ["UPDATE mock_endpoint_endpoints SET pieces = 1 WHERE name = CAST('b' AS BLOB)"],
  ])('%s makes that record unreadable, and no other', async (query) => {
    await ask('clear', 'spoiled')
    for (const name of ['a', 'b', 'c']) await ask('put', 'spoiled', name, '1')
    const found = await ask('spoil', 'b', query)
    expect(found).toEqual({ get: 'corrupt', listed: ['a', 'c'], unreadable: ['b'] })
  })

  test.skipIf(missing)(
    'a full disk loses nothing that was acknowledged, and reads go on',
    async () => {
      const disk = await smallDisk(16 * 1024 * 1024)
      const there = await temporaryFolder()
      const other = await startWorkerd(there.path, disk.path)
      try {
        expect(await other.ask('put', 'full', 'a', '1')).toBe('done')
        await disk.fillUp()
        // The runtime holds the reply back, and in the end does not send it.
        await expect(other.ask('putLong', 'full', 'b', longest)).rejects.toThrow('reset: 500')
        await expect(other.ask('remove', 'full', 'a')).rejects.toThrow('reset: 500')
        expect(await other.ask('get', 'full', 'a')).toMatchObject({ data: '1' })
        expect(await other.ask('counts', 'full')).toEqual([1, 0])
        await disk.makeRoom()
        expect(await other.ask('put', 'full', 'b', '2')).toBe('done')
        expect(await other.ask('check', 'full')).toBe('done')
        expect(await other.ask('names', 'full')).toEqual(['a', 'b'])
        expect(await other.ask('counts', 'full')).toEqual([2, 0])
      } finally {
        await other.kill()
        await there.remove()
        await disk.remove()
      }
    },
  )

  test('records that are put together are none when the last one fails', async () => {
    await ask('clear', 'half')
    expect(await ask('putHalf')).toEqual({ kind: 'unavailable', half: null, count: 0 })
  })
})
