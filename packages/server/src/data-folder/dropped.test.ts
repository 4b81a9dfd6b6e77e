// Entries that a repair cannot read. It drops and reports them, and keeps their bytes.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BatchOperation } from '@mock-endpoint/core/level'
import { Level } from 'level'
import { expect, onTestFinished, test } from 'vitest'
import { runDaemon, startDaemon } from '../test/daemon.ts'
import { filled, folderAt, inFolder, namesIn, rule, rulesIn } from '../test/data-folders.ts'
import { repairDataFolder } from './repair.ts'

async function edit(path: string, operations: readonly BatchOperation[]): Promise<void> {
  const db = new Level(path)
  await db.batch([...operations])
  await db.close()
}

const put = (key: string, value: string): BatchOperation => ({ type: 'put', key, value })

/** A folder with the endpoints a to d and two rules of `a`, of which one cannot be read. */
async function withUnreadableRule(): Promise<string> {
  const path = await filled()
  await inFolder(path, async (store) => {
    await store.putRule(rule('1'))
    await store.putRule(rule('2'))
  })
  await edit(path, [put('rule/a/0000000000000001', 'text')])
  return path
}

/** Returns the lines of `dropped.jsonl` in the folder, with decoded values. */
async function droppedIn(keptIn: string): Promise<unknown[]> {
  const text = await readFile(join(keptIn, 'dropped.jsonl'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { value, ...rest } = JSON.parse(line)
      return { ...rest, value: Buffer.from(value, 'base64').toString() }
    })
}

test('a repair reports unreadable entries of each kind, and keeps their bytes', async () => {
  const path = await withUnreadableRule()
  await edit(path, [put('endpoint/b', '99 0 1'), put('rule/a/3', '3/text')])
  const { damages, dropped, endpoints, rules, keptIn } = await repairDataFolder(folderAt(path))
  expect({ damages, endpoints, rules }).toEqual({ damages: [], endpoints: 3, rules: 1 })
  const byKind = (one: object) => JSON.stringify(one)
  const expected = [{ kind: 'endpoint', name: 'b' }, { kind: 'other' }, { kind: 'rule', name: 'a' }]
  expect(dropped.toSorted((a, b) => (byKind(a) < byKind(b) ? -1 : 1))).toEqual(expected)
  const lines = await droppedIn(keptIn)
  expect(lines).toHaveLength(3)
  expect(lines).toEqual(
    expect.arrayContaining([
      { kind: 'endpoint', name: 'b', key: 'endpoint/b', value: '99 0 1' },
      { kind: 'other', key: 'rule/a/3', value: '3/text' },
      { kind: 'rule', name: 'a', key: 'rule/a/0000000000000001', value: 'text' },
    ]),
  )
  expect(await namesIn(path)).toEqual(['a', 'c', 'd'])
  expect(await rulesIn(path, 'a')).toEqual([rule('2')])
  expect((await repairDataFolder(folderAt(path))).dropped).toEqual([])
})

test.each<[string, BatchOperation]>([
  ['its endpoint was removed', { type: 'del', key: 'endpoint/a' }],
  ['it was removed', { type: 'del', key: 'rule/a/0000000000000001' }],
  ['it was replaced', put('rule/a/0000000000000001', '1/text')],
])('a repair does not report an unreadable rule if %s later', async (_, operation) => {
  const path = await withUnreadableRule()
  await edit(path, [operation])
  expect((await repairDataFolder(folderAt(path))).dropped).toEqual([])
})

test('`repair` prints which entries it dropped, and the file with their bytes', async () => {
  const path = await withUnreadableRule()
  const args = ['repair', '--data-dir', path]
  const { code, stdout } = await runDaemon(args, { cwd: dirname(path) })
  expect(code).toBe(0)
  const lines = stdout.split('\n')
  expect(lines.slice(0, 3)).toEqual([
    'Dropped, because it is unreadable:',
    '  a rule of a',
    '4 endpoints and 1 rule are there now.',
  ])
  const file = /^The dropped bytes: (.*)$/m.exec(stdout)?.[1] ?? ''
  expect(await droppedIn(dirname(file))).toHaveLength(1)
})

test('without a repair, a daemon serves all endpoints but that of an unreadable rule', async () => {
  const path = await withUnreadableRule()
  const daemon = await startDaemon({ cwd: dirname(path), args: ['--data-dir', path] })
  onTestFinished(async () => void (await daemon.stop()))
  expect(JSON.stringify(daemon.events) + daemon.stderr()).toContain('A rule of `a` cannot be read')
  const health = await (await fetch(`${daemon.url}/api/health`)).json()
  expect(health).toMatchObject({ status: 'degraded', endpoints: 4, rules: 2, unreadable: ['a'] })
  const run = (...args: string[]) =>
    runDaemon([...args, '--url', daemon.url], { cwd: dirname(path) })
  expect(await run('rule', 'list')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Left out: the rules of a, as one cannot be read.'),
  })
  expect(await run('export')).toMatchObject({
    stdout: expect.stringContaining('"name":"a"'),
    stderr: expect.stringContaining(
      'Not exported: the rules of 1 endpoint, as one cannot be read.',
    ),
  })
  const statuses = ['a', 'b'].map(async (name) => {
    return (await fetch(`${daemon.url}/endpoint/${name}`)).status
  })
  expect(await Promise.all(statuses)).toEqual([503, 200])
})
