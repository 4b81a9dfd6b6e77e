// Behavior in a runtime without IndexedDB. The store itself is tested in a browser.
import { expect, test } from 'vitest'
import { toStoreError } from './indexeddb/store-error.ts'
import { openIndexedDbStore } from './indexeddb.ts'
import { StoreError } from './model/store/store.ts'

test('opening the store is refused in a runtime without IndexedDB', async () => {
  expect('indexedDB' in globalThis).toBe(false)
  await expect(openIndexedDbStore()).rejects.toMatchObject({
    name: 'StoreError',
    kind: 'unavailable',
    message: 'There is no IndexedDB here.',
  })
})

test.each([
  ['QuotaExceededError', 'full'],
  ['VersionError', 'foreign'],
  ['DataError', 'corrupt'],
  ['NotReadableError', 'corrupt'],
  ['AbortError', 'unavailable'],
  ['UnknownError', 'unavailable'],
])('the browser error %s becomes a StoreError of the kind %s', (name, kind) => {
  const cause = new DOMException('As the browser says.', name)
  expect(toStoreError(cause)).toMatchObject({ name: 'StoreError', kind, cause })
})

test('toStoreError returns a StoreError unchanged', () => {
  const error = new StoreError('timeout', 'Too late.')
  expect(toStoreError(error)).toBe(error)
})
