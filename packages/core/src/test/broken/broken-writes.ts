// Stores that write late or twice, count wrongly, or do not end as they should.
import { StoreError } from '../../model/store/store.ts'
import type { BrokenStore } from './broken-store.ts'

export const brokenWrites: readonly BrokenStore[] = [
  {
    it: 'resolves a put before it is visible',
    breaks: (store) => ({
      async put(record) {
        nextEvent()
          .then(() => store.put(record))
          .catch(() => undefined)
      },
    }),
    fails: 'replaces the whole endpoint of a name',
    says: 'get("a"): expected {data: "1", delay: 0, name: "a", statusCode: 200}, but got undefined',
  },
  {
    it: 'writes over several connections, of which the first is slow',
    breaks(store) {
      let connections = 0
      return {
        async put(record) {
          if (connections++ === 0) await nextEvent()
          await store.put(record)
        },
      }
    },
    fails: 'keeps the last of several puts of a name',
    says: 'get("a"): expected {data: "19", delay: 0, name: "a", statusCode: 200}, but got {data: "0"',
  },
  {
    it: 'says that it removed, whatever it did',
    breaks: (store) => ({ remove: async (name) => (await store.remove(name)) || true }),
    fails: 'tells whether there was an endpoint to remove',
    says: 'remove("a") once more: expected false, but got true',
  },
  {
    it: 'counts one too many',
    breaks: (store) => ({ count: async () => (await store.count()) + 1 }),
    fails: 'is empty at first',
    says: 'count(): expected 0, but got 1',
  },
  {
    it: 'goes on counting after a clear',
    breaks(store) {
      let cleared = 0
      return {
        clear: async () => (cleared = await store.clear()),
        count: async () => cleared + (await store.count()),
      }
    },
    fails: 'takes endpoints again after it was cleared',
    says: 'count(): expected 1, but got 3',
  },
  {
    it: 'settles a put behind later writes',
    breaks: (store) => ({ put: (record) => store.put(record).then(nextEvent) }),
    fails: 'applies and settles writes in the order of their calls',
    says: 'the order in which writes settle: expected [0, 1, 2, 3',
  },
  {
    it: 'does not wait for its writes when it closes',
    breaks: (store) => ({ put: (record) => store.put(record).then(nextEvent) }),
    fails: 'waits for the writes under way before it closes',
    says: 'expected ["put", "remove true", "putRule"',
  },
  {
    it: 'can be closed only once',
    breaks(store) {
      let isClosed = false
      return {
        async close() {
          if (isClosed) throw new Error('It is closed already.')
          isClosed = true
          await store.close()
        },
      }
    },
    fails: 'may be closed twice',
    says: 'It is closed already.',
  },
  {
    it: 'throws an Error of its own after it was closed',
    breaks: (store) => ({
      count: () => store.count().catch(() => Promise.reject(new Error('Gone.'))),
    }),
    fails: 'refuses count after it was closed',
    says: 'expected a StoreError of @mock-endpoint/core (unavailable), but it threw Error: Gone.',
  },
  {
    it: 'answers after it was closed',
    breaks: () => ({ close: async () => undefined }),
    fails: 'refuses count after it was closed',
    says: 'expected a StoreError of @mock-endpoint/core (unavailable), but it resolved to 1',
  },
  {
    it: 'says that it takes no writes',
    breaks: () => ({ check: () => Promise.reject(new StoreError('unavailable', 'Not ready.')) }),
    fails: 'refuses check after it was closed',
    says: 'Not ready.',
  },
]

/** Resolves when everything that waits for nothing has settled. */
function nextEvent(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
