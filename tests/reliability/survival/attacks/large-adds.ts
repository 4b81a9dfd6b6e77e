// Many large bodies at once, or one body in many chunks.

import { askOnce, connectTo, plainRequest } from '../../hostile/connection.ts'
import { addOfSize, withBody } from '../../hostile/limits.ts'
import { type Attack, manyAtOnce, orLeft } from '../attack.ts'

const largest = 10 * 1024 * 1024 - 1024
const path = '/api/endpoint/add'

/** Shared by all connections, because this process cannot hold 10 MiB for each of them. */
const large = Array.from({ length: 4 }, (_, i) =>
  Buffer.from(withBody('PUT', path, addOfSize(largest, `l${i}`))),
)

export const attacks: readonly Attack[] = [
  {
    name: '260 connections that add 10 MiB each',
    async run(url, signal) {
      await manyAtOnce(260, signal, async (who) => {
        const body = large[who % large.length] as Buffer
        await orLeft(
          signal,
          askOnce(url, body).catch(() => {}),
        )
      })
    },
  },
  {
    name: 'adds in chunks of one byte',
    async run(url, signal) {
      const chunks = '1\r\nx\r\n'.repeat(20_000)
      await manyAtOnce(1, signal, async () => {
        const socket = await connectTo(url)
        socket.resume()
        const chunked = 'Transfer-Encoding: chunked\r\n'
        socket.write(`${plainRequest('PUT', path, chunked)}b\r\n{"name":"s"\r\n`)
        for (let sent = 0; sent < 10_000_000 && !signal.aborted && !socket.destroyed; ) {
          await new Promise((resolve) => socket.write(chunks, resolve))
          sent += 20_000
        }
        socket.destroy()
      })
    },
  },
  {
    name: 'large endpoints without end, in memory',
    args: ['--memory'],
    async run(url, signal) {
      let count = 0
      await manyAtOnce(4, signal, async () => {
        const body = withBody('PUT', path, addOfSize(largest, `n${count++}`))
        await orLeft(
          signal,
          askOnce(url, body).catch(() => {}),
        )
      })
    },
  },
]
