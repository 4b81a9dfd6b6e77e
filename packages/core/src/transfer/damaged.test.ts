// Damaged files of records: each is read to its end, and every fault has a place.
import { describe, expect, test } from 'vitest'
import { readAll } from '../test/record-files.ts'

/** Returns a function for pseudorandom numbers below `below`, the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const records = [
  '{"name":"a","data":[1,{"b":"]}\\"{"}],"statusCode":201,"delay":0}',
  '{"name":"é😀","data":"\\ud800\u2028","statusCode":200,"delay":1.5}',
]
const rules = [
  '{"id":"1","endpoint":"a","when":{"path":"/:id","json":{"a":1.10}},"response":{"data":[null]}}',
  '{"id":"2","endpoint":"a","responses":[{"events":[{"data":1}]},{"fault":"reset"}]}',
]
const files = {
  document: `{\n  "endpoints": [\n${records.join(',\n')}\n  ],\n  "rules": [\n${rules.join(',\n')}\n  ]\n}\n`,
  lines: [...records, ...rules, JSON.stringify('{"name":"b","data":[1,\n2]}')].join('\n'),
}
const odd = ['"', '\\', '{', '}', '[', ']', ',', ':', '\n', '\r', '\0', ' ', '\ufeff', '😀', '1e']

function damaged(file: string, seed: number): Buffer {
  const next = numbers(seed)
  let bytes = Buffer.from(file)
  for (let i = next(3); i >= 0; i--) {
    const at = next(bytes.length)
    const until = at + next(20)
    const inserted = [
      Buffer.alloc(0),
      Buffer.from(odd[next(odd.length)] ?? ''),
      Buffer.from([next(256)]),
      bytes.subarray(next(at + 1), at),
    ][next(4)]
    const rest = next(10) === 0 ? Buffer.alloc(0) : bytes.subarray(next(2) === 0 ? at : until)
    bytes = Buffer.concat([bytes.subarray(0, at), inserted ?? Buffer.alloc(0), rest])
  }
  return bytes
}

describe.each(Object.entries(files))('a damaged file: %s', (_, file) => {
  test('a damaged file is read to its end, with a place and text for each fault', async () => {
    let faulty = 0
    for (let seed = 1; seed <= 1000; seed++) {
      const bytes = damaged(file, seed)
      const lines = bytes.toString('latin1').split(/\r\n|\n|\r/).length
      const found = await readAll(bytes, { size: 1 + (seed % 50) })
      expect(found, `seed ${seed}`).toEqual(await readAll(bytes))
      for (const { fault } of found) {
        if (!fault) continue
        faulty += 1
        expect(fault.detail, `seed ${seed}`).toMatch(/^.{5,}[.?]$/su)
        expect(fault.line, `seed ${seed}`).toBeGreaterThan(0)
        expect(fault.line, `seed ${seed}`).toBeLessThanOrEqual(lines)
        expect(fault.column, `seed ${seed}`).toBeGreaterThan(0)
        expect(fault.column, `seed ${seed}`).toBeLessThanOrEqual(bytes.length + 1)
      }
    }
    expect(faulty).toBeGreaterThan(500)
  })
})
