// A test of the gate is judged by its outcome, which is the same on every machine. What is judged by
// time, memory or how often something comes lies in tests/figures.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const tests = execFileSync('git', ['ls-files', '*.test.ts', '*.test.js'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
  .filter((file) => !/^tests\/(figures|guards\/outcomes)/.test(file))

/** What is asked of memory, whatever for. */
const memory = /\b(memoryUsage|heapUsed|rss|RssAnon|getHeapStatistics)\b/
/** An upper limit, and what it is of. */
const upperLimit = /expect\((.*)\)(?:\.\w+)*\.toBeLess\w+\(([^)]*)\)/
const time =
  /performance\.now|Date\.now|timeOf|elapsed|took|percentile|milliseconds|seconds|durationMs|late/i
/** That something ends at all may be asked, with patience, in milliseconds. */
const patience = 30_000

function findMeasurements(source: string): string[] {
  return source.split('\n').filter((line) => {
    if (memory.test(line)) return true
    const [, what = '', limit = ''] = upperLimit.exec(line) ?? []
    return time.test(what) && !(Number(limit.replaceAll('_', '')) >= patience)
  })
}

test('no test of the gate measures the machine', () => {
  const found = tests.flatMap((file) =>
    findMeasurements(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line}`),
  )
  expect(tests.length).toBeGreaterThan(200)
  expect(found).toEqual([])
})

test.each([
  'expect(performance.now() - start).toBeLessThan(500)',
  'expect(await took()).not.toBeLessThanOrEqual(2 * limit)',
  'expect(process.memoryUsage().rss).toBe(1)',
])('a measurement is found: %s', (line) => {
  expect(findMeasurements(line)).toEqual([line])
})

test.each([
  'expect(performance.now() - start).toBeLessThan(30_000)',
  'expect(performance.now() - start).toBeGreaterThanOrEqual(20)',
  'expect(names.length).toBeLessThan(5)',
])('what is none is not: %s', (line) => {
  expect(findMeasurements(line)).toEqual([])
})
