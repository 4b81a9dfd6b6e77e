// Runs a test of the contract on an empty store, and closes the store at the end.
import type { Awaitable, EndpointStore } from '../model/store/store.ts'

/** Adds a test, which runs on its own empty store. */
export type TestOnStore = (name: string, check: (store: EndpointStore) => Promise<void>) => void

/** Opens a store, checks it, and closes it even if the check fails. */
export async function onStore(
  open: () => Awaitable<EndpointStore>,
  check: (store: EndpointStore) => Promise<void>,
): Promise<void> {
  const store = await open()
  let isKept = false
  try {
    await check(store)
    isKept = true
  } finally {
    const closing = (async () => store.close())()
    // A failed check is reported instead of a failure to close the broken store.
    await (isKept ? closing : closing.catch(() => undefined))
  }
}
