import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { describeStore, reopenedForReads } from '@mock-endpoint/core/store-contract'
import { openOwnStore } from './own-store.js'

const folder = mkdtempSync(join(tmpdir(), 'own-store-'))
after(() => rmSync(folder, { recursive: true }))

let files = 0
const freshFile = () => join(folder, `${files++}.jsonl`)

describeStore('own store', () => openOwnStore(freshFile()), { describe, test })

describeStore(
  'own store, opened again before each read',
  () => {
    const file = freshFile()
    return reopenedForReads(() => openOwnStore(file))
  },
  { describe, test },
)

test('a line that was cut short is left out, and the next one is whole', async () => {
  const file = freshFile()
  const endpoint = { name: 'a', data: '"é"', statusCode: 200, delay: 0 }
  const before = await openOwnStore(file)
  await before.put(endpoint)
  await before.close()
  await appendFile(file, '{"remove":"a')
  const store = await reopenedForReads(() => openOwnStore(file))
  await store.put({ ...endpoint, name: 'b' })
  assert.equal(await store.count(), 2)
  assert.deepEqual(await store.get('a'), endpoint)
  await store.close()
})

test('a line that cannot be read is reported, not left out', async () => {
  const file = freshFile()
  await appendFile(file, '{"remove":\n{"clear":true}\n')
  await assert.rejects(openOwnStore(file), { name: 'StoreError', kind: 'corrupt' })
})
