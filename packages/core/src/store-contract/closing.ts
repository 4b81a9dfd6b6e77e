// The contract of closing: a store completes its writes, then refuses every call.
import { expectSame } from '../contract/expect-same.ts'
import { calls, endpoint, putAll, putRules, rule } from './cases.ts'
import { expectStoreError } from './expect-store-error.ts'
import type { TestOnStore } from './on-store.ts'

/** Tests that closing waits for writes, and that a closed store refuses calls. */
export function testClosing(test: TestOnStore): void {
  test('close() waits for writes in progress', async (store) => {
    await putAll(store, 'a')
    const settled: string[] = []
    const writes = [
      store.put(endpoint('b')).then(() => settled.push('put')),
      store.remove('a').then((existed) => settled.push(`remove ${existed}`)),
      store.putRule(rule('1')).then(() => settled.push('putRule')),
      store.removeRule('1').then((existed) => settled.push(`removeRule ${existed}`)),
      store.putAll([endpoint('c')], [rule('2')]).then(() => settled.push('putAll')),
      store.clear().then((count) => settled.push(`clear ${count}`)),
    ]
    await store.close()
    settled.push('close')
    await Promise.all(writes)
    const inOrder = [
      'put',
      'remove true',
      'putRule',
      'removeRule true',
      'putAll',
      'clear 2',
      'close',
    ]
    expectSame('the order in which calls settle', settled, inOrder)
  })

  test('a store may be closed twice', async (store) => {
    await putAll(store, 'a')
    await Promise.all([store.close(), store.close()])
    expectSame('close() once more', await store.close(), undefined)
  })

  for (const [name, call] of calls) {
    test(`refuses ${name} after it was closed`, async (store) => {
      await putAll(store, 'a')
      await putRules(store, 'a', '1')
      await call(store)
      await store.close()
      await expectStoreError(`${name} after close()`, 'unavailable', () => call(store))
    })
  }
}
