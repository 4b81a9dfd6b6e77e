// Files that are served while they are written, and files that are not valid JSON.
import { renameSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { count } from '../lib/count.ts'
import { freshFolder, startDaemon } from '../lib/daemon.ts'
import { note } from '../lib/figures.ts'
import { createRandom, type Random, randomData } from '../lib/random.ts'

let folder: Awaited<ReturnType<typeof freshFolder>>

beforeEach(async () => {
  folder = await freshFolder()
  await mkdir(join(folder.path, 'mocks'))
})
afterEach(() => folder.remove())

const saves = 200
/** Milliseconds between two saves. */
const interval = 50

test('during 200 saves of a file, every response is one of the saves, and the last one wins', async () => {
  const random = createRandom()
  const file = join(folder.path, 'mocks', 'a.json')
  await writeFile(file, '0')
  const daemon = await startDaemon({ cwd: folder.path, args: ['mocks/', '--watch'] })
  const saved = new Set(['200 0'])
  const wrong: string[] = []
  let responses = 0
  let isOver = false
  const ask = async (): Promise<string> => {
    const response = await fetch(`${daemon.url}/endpoint/a`)
    return `${response.status} ${await response.text()}`
  }
  const read = async (): Promise<void> => {
    while (!isOver) {
      const answer = await ask()
      responses += 1
      await sleep(5)
      if (!saved.has(answer)) wrong.push(answer.slice(0, 100))
    }
  }
  const readers = [read(), read()]
  let last = ''
  for (let i = 0; i < saves; i++) {
    await sleep(interval - 5)
    last = textOf(random, i)
    saved.add(`200 ${last}`)
    save(file, last, i)
  }
  await expect.poll(ask).toBe(`200 ${last}`)
  isOver = true
  await Promise.all(readers)
  await daemon.stop()
  note('saves of a watched file', { saves, responses, wrong: wrong.length })
  expect({ wrong, stderr: daemon.stderr() }).toEqual({ wrong: [], stderr: '' })
}, 60_000)

/** Returns a text of one byte to 5 MB. All of them differ, except the single digits. */
function textOf(random: Random, i: number): string {
  const kind = i % 10
  if (kind === 0) return String(random.below(10))
  if (kind === 5) return randomData(random, random.below(5_000_000))
  return randomData(random, random.below(10_000))
}

/**
 * Saves in place, by a rename, or like editors that move the file away first. It does not pause
 * half-way, because a file that stays empty or missing would become the response.
 */
function save(file: string, text: string, i: number): void {
  if (i % 3 === 0) {
    writeFileSync(file, text)
    return
  }
  writeFileSync(`${file}.new`, text)
  if (i % 3 === 2) renameSync(file, `${file}~`)
  renameSync(`${file}.new`, file)
}

test('damaged files do not end the daemon, and each is reported with its position', async () => {
  const files = count({ short: 5000, long: 50_000 })
  const random = createRandom()
  for (let i = 0; i < files; i++) {
    await writeFile(join(folder.path, 'mocks', `damaged-${i}.json`), damaged(random, i))
  }
  await writeFile(join(folder.path, 'mocks', 'whole.json'), '[1.0]')
  const daemon = await startDaemon({ cwd: folder.path, args: ['mocks/', '--watch'] })
  // Damages some of them again while the daemon runs.
  for (let i = 0; i < files; i += 10) {
    await writeFile(join(folder.path, 'mocks', `damaged-${i}.json`), damaged(random, i + 1))
  }
  const health = async (): Promise<Health> =>
    (await (await fetch(`${daemon.url}/api/health`)).json()) as Health
  await expect.poll(health).toMatchObject({ files: { faulty: files } })
  const { faults } = (await health()).files
  const answer = await (await fetch(`${daemon.url}/endpoint/whole`)).text()
  const ended = await daemon.stop()
  const told = new Set(daemon.stderr().match(/damaged-\d+\.json(?=:\d+:\d+: )/g))
  note('damaged files', { files, told: told.size, seed: random.seed })
  expect(answer).toBe('[1.0]')
  expect(faults).toHaveLength(100)
  expect(told.size).toBe(files)
  expect(ended).toEqual({ code: 0, signal: null })
}, 300_000)

interface Health {
  readonly files: { readonly faulty: number; readonly faults: readonly unknown[] }
}

/** Returns damaged JSON, which is not valid any more. */
function damaged(random: Random, i: number): string | Uint8Array {
  const text = randomData(random, random.below(2000))
  const at = 1 + random.below(text.length - 2)
  const ways: (string | Uint8Array)[] = [
    text.slice(0, at),
    `${text}${text.slice(at)}`,
    '',
    ' '.repeat(random.below(100)),
    `${'['.repeat(513 + random.below(5000))}`,
    new Uint8Array(Array.from({ length: 1 + random.below(500) }, () => 128 + random.below(64))),
    `\u0000${text}`,
    text.replace(/,/, ',,'),
    text.replaceAll('"', "'"),
    `// ${text}`,
  ]
  return ways[i % ways.length] ?? ''
}
