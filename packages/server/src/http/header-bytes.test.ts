// The characters of headers are bytes, whatever the body is (RFC 9110, 5.5).
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createMockServer } from '../fixture/mock-server.ts'
import { connectTo } from '../test/raw-exchange.ts'

test.each<[what: string, response: object]>([
  ['of the endpoint', {}],
  ['that is JSON', { data: 'é' }],
  ['that is a text', { body: 'é' }],
  ['in pieces', { chunks: [{ body: 'é' }] }],
  ['at a speed', { body: 'é', bytesPerSecond: 1000 }],
  ['that there is not', { statusCode: 204 }],
])('characters of headers are sent as bytes with a body %s', async (_, response) => {
  const mock = await createMockServer({ endpoints: [{ name: 'a', data: 'é' }] })
  onTestFinished(mock.close)
  await mock.endpoint('a').when('GET', { ...response, headers: { 'x-a': '\x80é\xff' } })
  const socket = await connectTo(mock.baseUrl)
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  socket.write('GET /endpoint/a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await once(socket, 'close')
  expect(/^x-a: (.*)$/m.exec(text)?.[1]).toBe('\x80é\xff')
  if (!('statusCode' in response)) expect(text).toContain('Ã©')
})
