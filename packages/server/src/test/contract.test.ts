import { createApp } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { afterAll, describe, expect, test } from 'vitest'
import { describeContract } from '../../../core/src/test/contract/contract.ts'
import { statusMatrix } from '../../../core/src/test/status-matrix.ts'
import { contractDaemons } from './contract-daemons.ts'

const { open, stop } = contractDaemons()

afterAll(stop)

describeContract('over a socket', open)

describe('over a socket', () => {
  test('every status has the same response over a socket as in process, byte for byte', async () => {
    const app = createApp({ store: createMemoryStore() })
    const [there, here] = [
      await statusMatrix(await open()),
      await statusMatrix(async (request) => app.fetch(request)),
    ]
    expect(there).toHaveLength(1600)
    expect(there.filter((response, i) => !isSame(response, here[i]))).toEqual([])
  })
})

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
