// A test of the contract: a name, and what is true of an empty store. Closes the store at the end.
import type { Awaitable, EndpointStore } from '../model/store/store.ts'

/** Adds a test, which is run on an empty store of its own. */
export type TestOnStore = (name: string, check: (store: EndpointStore) => Promise<void>) => void

/** Opens a store, checks it, and closes it whatever happens. */
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
    // What was found first is the news, not that a broken store does not close either.
    await (isKept ? closing : closing.catch(() => undefined))
  }
}
