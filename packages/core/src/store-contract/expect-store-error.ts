// The errors that the contract of a store expects.
import { part, show } from '../contract/expect-same.ts'
import type { StoreErrorKind } from '../model/store/store.ts'
import { isStoreError } from './cases.ts'

/** Rejects unless the call fails with a `StoreError` of this kind. */
export async function expectStoreError(
  what: string,
  kind: StoreErrorKind,
  call: () => Promise<unknown>,
): Promise<void> {
  const wanted = `${what}: expected a StoreError of @mock-endpoint/core (${kind})`
  let result: unknown
  try {
    result = await call()
  } catch (error) {
    if (isStoreError(kind)(error)) return
    const its = error instanceof Error && 'kind' in error ? ` (${error.kind})` : ''
    throw new Error(`${wanted}, but it threw ${error}${its}`, { cause: error })
  }
  throw new Error(`${wanted}, but it resolved to ${part(show(result), 0)}`)
}
