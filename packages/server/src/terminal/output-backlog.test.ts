import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createPrinter, type Output } from './output.ts'

const line = {
  method: 'GET',
  path: `/${'x'.repeat(1000)}`,
  statusCode: 200,
  outcome: 'answered',
  durationMs: 1,
} as const

test.each([
  [true, (dropped: number) => `{"event":"dropped","requests":${dropped}}`],
  [
    false,
    (dropped: number) => `${dropped} requests were not printed: the output was not read in time.`,
  ],
])(
  'request lines beyond 1 MiB of unread output are dropped and counted; JSON: %s',
  async (json, told) => {
    const stdout = Object.assign(new PassThrough(), { isTTY: true })
    const stderr: Output = { write: () => {} }
    const printer = createPrinter({ stdout, stderr, quiet: false, json, colour: false })
    const total = 5_000
    for (let i = 0; i < total; i++) printer.request?.(line)
    printer.note('kept')
    expect(stdout.writableLength).toBeGreaterThan(1024 * 1024)
    expect(stdout.writableLength).toBeLessThan(1024 * 1024 + 10_000)
    let text = ''
    stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    await once(stdout, 'drain')
    printer.request?.(line)
    stdout.end()
    await once(stdout, 'end')
    const lines = text.trimEnd().split('\n')
    const shown = lines.filter((each) => each.includes('xxx')).length
    expect(lines.at(-3)).toContain('kept')
    expect(lines.at(-2)).toBe(told(total + 1 - shown))
    expect(lines.at(-1)).toContain('xxx')
  },
)
