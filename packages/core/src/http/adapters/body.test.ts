// Large bodies reuse memory one after the other, and must never contain another body's bytes.
import { describe, expect, test } from 'vitest'
import { createBodyStart } from '../../journal/ring/body-start.ts'
import { createMemoryStore } from '../../memory.ts'
import { createApp } from '../app.ts'

const kibibyte = 1024

function open() {
  const app = createApp({ store: createMemoryStore() })
  return {
    async add(name: string, data: string, headers: Record<string, string> = {}): Promise<number> {
      const body = new TextEncoder().encode(`{"name":"${name}","data":${data}}`)
      const stream = new ReadableStream({
        start(controller) {
          for (let at = 0; at < body.length; at += 10_000) {
            controller.enqueue(body.slice(at, at + 10_000))
          }
          controller.close()
        },
      })
      const init = { method: 'PUT', body: stream, duplex: 'half', headers }
      return (await app.fetch(new Request('http://localhost/api/endpoint/add', init))).status
    },
    async read(name: string): Promise<string> {
      return (await app.fetch(new Request(`http://localhost/endpoint/${name}`))).text()
    },
  }
}

const textOf = (letter: string, length: number): string => `"${letter.repeat(length)}"`

describe('large bodies', () => {
  test('a large body is read as sent, although its memory held another one before', async () => {
    const { add, read } = open()
    for (const [name, length] of [
      ['a', 500 * kibibyte],
      ['b', 100 * kibibyte],
      ['c', 300 * kibibyte],
    ] as const) {
      expect(await add(name, textOf(name, length))).toBe(200)
      expect((await read(name)) === textOf(name, length)).toBe(true)
    }
    expect((await read('a')) === textOf('a', 500 * kibibyte)).toBe(true)
  })

  test('large bodies that arrive at the same time are read as sent', async () => {
    const { add, read } = open()
    const names = [...'abcdefgh']
    // Leaves memory for reuse, which two of the next bodies might take.
    await add('first', textOf('z', 200 * kibibyte))
    await Promise.all(names.map((name, i) => add(name, textOf(name, (100 + i) * kibibyte))))
    for (const [i, name] of names.entries()) {
      expect((await read(name)) === textOf(name, (100 + i) * kibibyte)).toBe(true)
    }
  })

  test('in process, a body longer than its Content-Length is read whole', async () => {
    const { add, read } = open()
    const data = textOf('a', 300 * kibibyte)
    expect(await add('a', data, { 'content-length': `${100 * kibibyte}` })).toBe(200)
    expect((await read('a')) === data).toBe(true)
  })
})

test('a body takes shared memory only above 64 KiB', () => {
  const start = createBodyStart(128 * kibibyte, () => {
    throw new Error('lent')
  })
  start.add(new Uint8Array(32 * kibibyte))
  expect(start.add(new Uint8Array(32 * kibibyte))).toBe(64 * kibibyte)
  expect(() => start.add(new Uint8Array(1))).toThrow('lent')
})
