// Changes of the files that are served.
import { rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { type Served, test } from '../test/on-files.ts'

async function answers({ get }: Served, path: string, answer: string | RegExp): Promise<void> {
  await expect.poll(() => get(path)).toMatch(answer)
}

async function untilLookIsPlanned(): Promise<void> {
  // Not `expect.poll`, which would move the time on.
  while (vi.getTimerCount() === 0) await setImmediate()
}

/** Looks at the changed files as soon as a look is planned. */
async function look(): Promise<void> {
  await untilLookIsPlanned()
  vi.runOnlyPendingTimers()
}

describe('watched files', () => {
  test('changed and new files are served, and a removed file is served no longer', async ({
    serve,
  }) => {
    const served = await serve({ 'a.json': '[1]' }, { watches: true })
    await served.write({ 'a.json': '[2.0]', 'b.json': '{}' })
    await answers(served, 'a', /^200 \[2\.0\]$/)
    await answers(served, 'b', /^200 \{\}$/)
    await served.write({ 'a.json': undefined })
    await answers(served, 'a', /^404/)
    expect(await served.get('b')).toBe('200 {}')
  })

  test('an endpoint is never missing while renames replace its file', async ({ serve }) => {
    const served = await serve({ 'a.json': '[0]' }, { watches: true })
    const path = join(served.folder, 'a.json')
    const seen = new Set<string>()
    let isOver = false
    const reading = (async () => {
      while (!isOver) {
        seen.add(await served.get('a'))
        await setImmediate()
      }
    })()
    for (let i = 1; i <= 20; i++) {
      await writeFile(`${path}.new`, `[${i}]`)
      await rename(`${path}.new`, path)
    }
    await answers(served, 'a', '200 [20]')
    isOver = true
    await reading
    expect([...seen].filter((answer) => !/^200 \[\d+\]$/.test(answer))).toEqual([])
    expect(served.faults).toEqual([])
  })

  test('an endpoint stays if its file is missing at only one look, as some editors move it away', async ({
    serve,
  }) => {
    // The looks happen when the test says, however long it takes itself.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const served = await serve({ 'a.json': '[0]' }, { watches: true })
    const path = join(served.folder, 'a.json')
    await look()
    await rename(path, `${path}~`)
    await look()
    // Only because of the missing file there is another look, and it comes too late.
    await untilLookIsPlanned()
    expect(await served.get('a')).toBe('200 [0]')
    await writeFile(`${path}.new`, '[1]')
    await rename(`${path}.new`, path)
    const seen = new Set<string>()
    while (!seen.has('200 [1]')) {
      vi.runOnlyPendingTimers()
      await setImmediate()
      seen.add(await served.get('a'))
    }
    expect([...seen].filter((answer) => !answer.startsWith('200'))).toEqual([])
  })

  test('a broken file leaves its response as it was, and is reported once with its place', async ({
    serve,
  }) => {
    const served = await serve({ 'a.json': '[1]' }, { watches: true })
    await served.write({ 'a.json': '[1,\n2' })
    await expect.poll(() => served.faults).toHaveLength(1)
    expect(served.faults).toMatchObject([{ file: 'a.json', line: 2, column: 2 }])
    expect(await served.get('a')).toBe('200 [1]')
    await served.write({ 'b.json': '1' })
    await answers(served, 'b', '200 1')
    expect(served.faults).toHaveLength(1)
    await served.write({ 'a.json': '[3]' })
    await answers(served, 'a', '200 [3]')
    expect((await served.control.getHealth(undefined)).files).toMatchObject({
      faulty: 0,
      faults: [],
    })
  })

  test('an entry that gets a fault stays as it was, and the others change', async ({ serve }) => {
    const document = (a: string, b: string): string =>
      `{"endpoints":[{"name":"a","data":1,"statusCode":${a}},{"name":"b","data":1,"statusCode":${b}}]}`
    const served = await serve({ 'mock-endpoint.json': document('201', '201') }, { watches: true })
    await served.write({ 'mock-endpoint.json': document('9', '202') })
    await answers(served, 'b', '202 1')
    expect(await served.get('a')).toBe('201 1')
    expect(served.faults).toMatchObject([
      { line: 1, detail: expect.stringContaining('statusCode') },
    ])
  })

  test('a change by a call lasts until the file changes, even if the file is touched', async ({
    serve,
  }) => {
    const served = await serve({ 'a.json': '[1]', 'b.json': '1' }, { watches: true })
    await served.control.addEndpoint('{"name":"a","data":[9]}')
    await served.write({ 'a.json': '[1]', 'b.json': '2' })
    await answers(served, 'b', '200 2')
    expect(await served.get('a')).toBe('200 [9]')
    await served.write({ 'a.json': '[2]' })
    await answers(served, 'a', '200 [2]')
    await served.control.removeEndpoint('a')
    expect(await served.get('a')).toMatch(/^404/)
    await served.write({ 'a.json': '[3]' })
    await answers(served, 'a', '200 [3]')
  })

  test('rules change with their file, and are in its order', async ({ serve }) => {
    const rules = (...codes: readonly number[]): string =>
      `{"rules":[${codes.map((code) => `{"id":"r${code}","endpoint":"a","response":{"statusCode":${code}}}`)}]}`
    const served = await serve(
      { 'a.json': '1', 'mock-endpoint.json': rules(201, 202) },
      { watches: true },
    )
    expect(await served.get('a')).toBe('202 1')
    await served.write({ 'mock-endpoint.json': rules(202, 201) })
    await answers(served, 'a', '201 1')
    await served.write({ 'mock-endpoint.json': rules() })
    await answers(served, 'a', '200 1')
    await served.write({ 'mock-endpoint.json': rules(203), 'a.json': undefined })
    await answers(served, 'a', /^203/)
  })

  test('a watched folder may be moved away and back', async ({ serve }) => {
    const served = await serve({ 'a.json': '1' }, { watches: true })
    await rename(served.folder, `${served.folder}-away`)
    await answers(served, 'a', /^404/)
    await rename(`${served.folder}-away`, served.folder)
    await answers(served, 'a', '200 1')
    await rm(join(served.folder, 'a.json'))
    await answers(served, 'a', /^404/)
  })

  test('a watched folder may be replaced by another one', async ({ serve }) => {
    const served = await serve({ 'a.json': '1' }, { watches: true })
    const other = await serve({ 'a.json': '2' })
    await rename(served.folder, `${served.folder}-old`)
    await rename(other.folder, served.folder)
    await answers(served, 'a', '200 2')
    await served.write({ 'a.json': '3' })
    await answers(served, 'a', '200 3')
  })

  test('changes of the target of a symbolic link are followed', async ({ serve }) => {
    const served = await serve({ 'real/a.json': '1', 'real/b.json': '5' }, { watches: true })
    const link = join(served.folder, 'a.json')
    await symlink(join(served.folder, 'real', 'a.json'), link)
    await answers(served, 'a', '200 1')
    // Targets of links are checked only once a second.
    for (const text of ['20', '300', '4000']) {
      await setTimeout(1100)
      await served.write({ 'real/a.json': text })
    }
    await answers(served, 'a', '200 4000')
  })

  test('entries stay as they were when all get faults, and 100 are reported', async ({ serve }) => {
    const document = (member: string): string => {
      const entries = Array.from(
        { length: 150 },
        (_, i) => `{"name":"n${i}","data":${i},"${member}":1}`,
      )
      return `{"endpoints":[${entries}]}`
    }
    const served = await serve({ 'mock-endpoint.json': document('delay') }, { watches: true })
    await served.write({ 'mock-endpoint.json': document('delai') })
    await expect.poll(() => served.faults).toHaveLength(101)
    expect(served.faults.at(-1)?.detail).toBe('There are 50 more faults.')
    expect(await served.get('n149')).toBe('200 149')
  })

  test('a rule that gets a fault stays as it was, in its place', async ({ serve }) => {
    const rule = (code: number, id?: string): string =>
      JSON.stringify({ id, endpoint: 'a', response: { statusCode: code } })
    const document = (...rules: readonly string[]): string => `{"rules":[${rules}]}`
    const served = await serve(
      { 'a.json': '1', 'mock-endpoint.json': document(rule(201, 'x'), rule(202)) },
      { watches: true },
    )
    await served.write({ 'mock-endpoint.json': document(rule(203, 'x'), rule(1)) })
    await expect.poll(() => served.faults).toHaveLength(1)
    expect(await served.get('a')).toBe('202 1')
    const { rules } = await served.control.listRules({})
    expect(rules.map(({ response }) => response?.statusCode)).toEqual([202, 203])
  })

  test('a file change brings back a removed endpoint with its rules', async ({ serve }) => {
    const document = '{"rules":[{"id":"r","endpoint":"a","response":{"statusCode":201}}]}'
    const served = await serve({ 'a.json': '1', 'mock-endpoint.json': document }, { watches: true })
    await served.control.removeEndpoint('a')
    await served.write({ 'a.json': '2' })
    await answers(served, 'a', '201 2')
  })

  test('a rule that changes in its file is counted as unused', async ({ serve }) => {
    const document = (code: number): string =>
      `{"rules":[{"id":"r","endpoint":"a","response":{"statusCode":${code}}}]}`
    const served = await serve(
      { 'a.json': '1', 'mock-endpoint.json': document(201) },
      { watches: true },
    )
    await served.get('a')
    await served.write({ 'mock-endpoint.json': document(202) })
    await answers(served, 'a', '202 1')
    expect((await served.control.getRule('r')).used).toBe(1)
  })

  test('an endpoint that had no room in memory is served once it has room', async ({ serve }) => {
    const text = (length: number): string => JSON.stringify('x'.repeat(length))
    const served = await serve(
      { 'a.json': text(60_000), 'b.json': text(60_000) },
      { watches: true, memoryBytes: 100_000 },
    )
    expect(served.faults).toMatchObject([{ file: 'b.json' }])
    await served.write({ 'a.json': undefined })
    await answers(served, 'b', /^200/)
    expect((await served.control.getHealth(undefined)).files).toMatchObject({ faulty: 0 })
  })

  test('with a single watched file, other files in its folder are ignored', async ({ serve }) => {
    const served = await serve({ 'db.json': '{"a":1}' }, { file: 'db.json', watches: true })
    await served.write({ 'b.json': '1', 'db.json': '{"a":2,"c":3}' })
    await answers(served, 'c', '200 3')
    expect(await served.get('a')).toBe('200 2')
    expect(await served.get('b')).toMatch(/^404/)
  })
})
