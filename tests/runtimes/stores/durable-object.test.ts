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

  test('acknowledged writes are still there after workerd was killed', async () => {
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
    'after a kill within %i ms, putAll has written everything or nothing',
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

  test('a text of 10 Mi characters is read exactly, also after shorter ones', async () => {
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

  test('rulesOf returns synchronously for an endpoint without rules', async () => {
    expect(await ask('rulesOf', 'rules', 'nobody')).toEqual({ ids: [], waited: false })
  })

  test.each([
    ["UPDATE mock_endpoint_notes SET value = 2 WHERE name = 'format'"],
    ['DROP TABLE mock_endpoint_notes'],
  ])('after %s, opening a store fails with `foreign`', async (query) => {
    expect(await ask('openAfter', query)).toBe('foreign')
  })

  test('opening a store in an object without SQLite fails with `unavailable`', async () => {
    expect(await ask('openPlain')).toBe('unavailable')
  })

  test('a store does not change other tables of its object', async () => {
    expect(await ask('openAfter', 'CREATE TABLE mine (a)')).toBe('done')
    await ask('clear', 'own tables')
    expect(await ask('sql', 'SELECT * FROM mine')).toEqual([])
  })

  test.each([
    ["UPDATE mock_endpoint_endpoints SET data = x'ff' WHERE name = CAST('b' AS BLOB)"],
    ["UPDATE mock_endpoint_endpoints SET pieces = 1 WHERE name = CAST('b' AS BLOB)"],
  ])('%s makes only that record unreadable', async (query) => {
    await ask('clear', 'spoiled')
    for (const name of ['a', 'b', 'c']) await ask('put', 'spoiled', name, '1')
    const found = await ask('spoil', 'b', query)
    expect(found).toEqual({ get: 'corrupt', listed: ['a', 'c'], unreadable: ['b'] })
  })

  test.skipIf(missing)(
    'a full disk under the object loses no acknowledged write, and reads continue',
    async () => {
      const disk = await smallDisk(16 * 1024 * 1024)
      const there = await temporaryFolder()
      const other = await startWorkerd(there.path, disk.path)
      try {
        expect(await other.ask('put', 'full', 'a', '1')).toBe('done')
        await disk.fillUp()
        // The runtime holds the response back, and finally does not send it.
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

  test('putAll writes no record if the last one fails', async () => {
    await ask('clear', 'half')
    expect(await ask('putHalf')).toEqual({ kind: 'unavailable', half: null, count: 0 })
  })
})
