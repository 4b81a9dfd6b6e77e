// How `mock-endpoint requests` shows the body of a request.
import { createApp, createJournal } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { expect, test } from 'vitest'
import { requestText } from './requests.ts'

async function bodyLine(body: BodyInit, columns?: number): Promise<string | undefined> {
  const journal = createJournal()
  const app = createApp({ store: createMemoryStore(), journal })
  await app.request('/endpoint/orders', { method: 'POST', body })
  const [record] = journal.list()
  if (!record) throw new Error('nothing was recorded')
  const host = { stdout: { ...(columns && { columns }) } } as never
  const [line, shown, ...rest] = requestText(record, { colour: false, host }).split('\n')
  expect(line).toMatch(/^[\d:]{8} POST {4}\/endpoint\/orders 404 unmatched [\d.]+ ms$/)
  expect(rest).toEqual([])
  return shown
}

test.each<[string, BodyInit, string | undefined]>([
  ['none', '', undefined],
  ['white space', ' \n\t', undefined],
  [
    'a text of several lines',
    '{\n  "id": 12345678901234567890\n}\n',
    '  { "id": 12345678901234567890 }',
  ],
  ['what a terminal would obey', 'a\u001b[2Jb', '  a\\u{1b}[2Jb'],
  ['bytes', new Uint8Array([0xff, 0xfe]), '  2 bytes'],
])('`requests` shows a body on at most one line: %s', async (_, body, shown) => {
  expect(await bodyLine(body)).toBe(shown)
})

test('`requests` cuts a body to the width of the terminal, or to 500 characters', async () => {
  expect(await bodyLine('abcdefghij', 12)).toBe('  abcdefghij')
  expect(await bodyLine('abcdefghij', 11)).toBe('  abcdefgh…')
  expect(await bodyLine('x'.repeat(2_000_000))).toBe(`  ${'x'.repeat(500)}…`)
})
