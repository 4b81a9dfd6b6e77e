import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, createBodyBlocks, type KeptBody } from './body-blocks.ts'

const filled = (length: number, byte: number): Uint8Array => new Uint8Array(length).fill(byte)

/** Compares only the ends, where an overlap shows. Comparing every byte takes too long. */
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one[0] === other[0] && one.at(-1) === other.at(-1)

const lengths = fc.oneof(fc.nat(300), fc.integer({ min: 20_000, max: 70_000 }))

test('kept bodies do not change until they are forgotten', async () => {
  const keeps = fc.property(fc.array(lengths, { minLength: 1, maxLength: 100 }), (list) => {
    const blocks = createBodyBlocks()
    const kept: { readonly body: KeptBody; readonly bytes: Uint8Array }[] = []
    list.forEach((length, i) => {
      const bytes = filled(length, i)
      kept.push({ body: blocks.keep({ bytes, length: length + i }), bytes: filled(length, i) })
      if (kept.length > 10) blocks.forget(kept.shift()?.body as KeptBody)
      const changed = kept.filter(({ body, bytes }) => !isSame(bytesOf(body), bytes))
      expect(changed).toEqual([])
    })
    expect(kept.map(({ body }) => body.length - body.kept)).toEqual(
      list.map((_, i) => i).slice(-10),
    )
  })
  await fc.assert(keeps)
})

test('a later change of the input bytes does not change a small kept body', () => {
  const blocks = createBodyBlocks()
  const bytes = filled(3, 1)
  const body = blocks.keep({ bytes, length: 3 })
  bytes.fill(2)
  expect([...bytesOf(body)]).toEqual([1, 1, 1])
})

test('the memory of forgotten bodies is reused', () => {
  const blocks = createBodyBlocks()
  const memory = new Set<ArrayBufferLike>()
  const kept: KeptBody[] = []
  for (let i = 0; i < 10_000; i++) {
    const body = blocks.keep({ bytes: filled(1000, i), length: 1000 })
    memory.add(bytesOf(body).buffer)
    kept.push(body)
    if (kept.length > 100) blocks.forget(kept.shift() as KeptBody)
  }
  expect(memory.size).toBeLessThan(4)
})

test('a body of which no byte is kept is read as empty', () => {
  const blocks = createBodyBlocks()
  expect(bytesOf(blocks.keep({ bytes: new Uint8Array(0), length: 7 }))).toHaveLength(0)
})
