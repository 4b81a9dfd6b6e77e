import { expect, test } from 'vitest'
import { StoreError } from '../model/store/store.ts'
import { toStoreError } from './store-error.ts'

test.each([
  ['database or disk is full: SQLITE_FULL', 'full'],
  ['database disk image is malformed: SQLITE_CORRUPT', 'corrupt'],
  ['no such table: mock_endpoint_notes: SQLITE_ERROR', 'unavailable'],
])('the SQLite error "%s" becomes a StoreError of the kind %s', (message, kind) => {
  const cause = new Error(message)
  expect(toStoreError(cause)).toMatchObject({ name: 'StoreError', kind, cause })
})

test('toStoreError keeps a StoreError, and any other value becomes `unavailable`', () => {
  const error = new StoreError('foreign', 'Not ours.')
  expect(toStoreError(error)).toBe(error)
  expect(toStoreError('broken')).toMatchObject({ kind: 'unavailable', cause: 'broken' })
})
