// The table of faults in docs/rules.md, compared with what curl and Node's fetch make of each.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createMockServer } from '@mock-endpoint/vitest-plugin'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8')
const [, table = ''] = /<!-- faults -->\n\n([\s\S]*?)\n\n<!-- end -->/.exec(page) ?? []
const [, , ...rows] = table.split('\n')
const cells = rows.map((row) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim()),
)
const faults = ['reset', 'close', 'malformed', 'truncate', 'hang'] as const

const mock = await createMockServer()

test('the table has a row for each fault', () => {
  expect(cells.map(([fault]) => fault)).toEqual(faults.map((fault) => `\`${fault}\``))
})

test.each(faults)('%s', async (fault) => {
  const broken = await mock.add({ name: 'broken', data: 'x'.repeat(1000) })
  await broken.when('GET', { fault })
  const [, , ofCurl, ofFetch] = cells[faults.indexOf(fault)] ?? []
  expect(ofCurl).toBe(
    fault === 'hang'
      ? `${await exitCode(broken.url)}, its own time-out`
      : `${await exitCode(broken.url)}`,
  )
  expect(ofFetch).toBe(await inWords(broken.url))
})

function exitCode(url: string): Promise<unknown> {
  const args = ['--silent', '--max-time', '1', '--output', '/dev/null', url]
  return new Promise((resolve) => {
    execFile('curl', args, (error) => resolve(error ? error.code : 0))
  })
}

async function inWords(url: string): Promise<string> {
  let who = ''
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) })
    who = 'the body '
    await response.text()
    return 'answers'
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    if (name === 'TimeoutError') return `${who}rejects as its signal says`
    return `${who}rejects: \`${message}\`, \`${cause?.code}\``
  }
}
