// Tests of the gate are judged by their outcome, which is the same on every machine. Tests that are
// judged by time, memory or frequency are in tests/figures.
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

/** Code that reads memory use, for any purpose. */
const memory = /\b(memoryUsage|heapUsed|rss|RssAnon|getHeapStatistics)\b/
/** An expectation with an upper limit: its subject, and the limit. */
const upperLimit = /expect\((.*)\)(?:\.\w+)*\.toBeLess\w+\(([^)]*)\)/
const time =
  /performance\.now|Date\.now|timeOf|elapsed|took|percentile|milliseconds|seconds|durationMs|late/i
/** A limit of at least so many milliseconds is allowed, to test that something ends at all. */
const patience = 30_000

function findMeasurements(source: string): string[] {
  return source.split('\n').filter((line) => {
    if (memory.test(line)) return true
    const [, what = '', limit = ''] = upperLimit.exec(line) ?? []
    return time.test(what) && !(Number(limit.replaceAll('_', '')) >= patience)
  })
}

test('no test outside tests/figures measures time or memory', () => {
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
])('this line counts as a measurement: %s', (line) => {
  expect(findMeasurements(line)).toEqual([line])
})

test.each([
  'expect(performance.now() - start).toBeLessThan(30_000)',
  'expect(performance.now() - start).toBeGreaterThanOrEqual(20)',
  'expect(names.length).toBeLessThan(5)',
])('this line does not count as a measurement: %s', (line) => {
  expect(findMeasurements(line)).toEqual([])
})
