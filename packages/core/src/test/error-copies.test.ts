// Errors of another copy of this package, which a custom store or client may use.
import { describe, expect, test } from 'vitest'
import { WireError } from '../control/wire-error.ts'
import { Problem } from '../model/problem/problem.ts'
import { StoreError } from '../model/store/store.ts'

/** Loads the module a second time. */
async function another<Module>(path: string): Promise<Module> {
  return import(`${path}?another`)
}

describe('errors of another copy of the package', () => {
  test('a StoreError of another copy is an instance of StoreError', async () => {
    const other = await another<typeof import('../model/store/store.ts')>('../model/store/store.ts')
    expect(other.StoreError === StoreError).toBe(false)
    expect(new other.StoreError('full', 'no room') instanceof StoreError).toBe(true)
  })

  test('a Problem of another copy is an instance of Problem', async () => {
    const path = '../model/problem/problem.ts'
    const other = await another<typeof import('../model/problem/problem.ts')>(path)
    expect(other.Problem === Problem).toBe(false)
    expect(new other.Problem('not-found', 'nothing') instanceof Problem).toBe(true)
  })

  test('a WireError of another copy is an instance of WireError', async () => {
    const path = '../control/wire-error.ts'
    const other = await another<typeof import('../control/wire-error.ts')>(path)
    expect(other.WireError === WireError).toBe(false)
    expect(new other.WireError('unreachable', 'gone') instanceof WireError).toBe(true)
  })
})

const others = [undefined, null, 0, 'StoreError', {}, new Error('full'), { name: 'StoreError' }]

test.each([...others, { name: 'Problem', code: 'full' }, { name: 'WireError' }])(
  '%o is not an instance of StoreError, Problem or WireError',
  (value) => {
    for (const one of [StoreError, Problem, WireError]) expect(value instanceof one).toBe(false)
  },
)
