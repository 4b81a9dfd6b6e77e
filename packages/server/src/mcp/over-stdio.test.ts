// MCP over streams such as standard input and output.
import { Readable, Writable } from 'node:stream'
import { createWire } from '@mock-endpoint/core/client'
import { expect, test } from 'vitest'
import { serverForAgents } from '../test/mcp-agent.ts'
import { serveOverStdio } from './over-stdio.ts'

test('messages on standard input may come in pieces, and its end stops the server', async () => {
  const messages = [
    {
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'a', version: '1' },
      },
    },
    { method: 'notifications/initialized' },
    {
      id: 2,
      method: 'tools/call',
      params: { name: 'add_endpoint', arguments: { name: 'é', data: 1 } },
    },
  ]
  const bytes = Buffer.from(
    messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
  )
  const pieces = Array.from({ length: bytes.length / 7 + 1 }, (_, i) =>
    bytes.subarray(7 * i, 7 * i + 7),
  )
  let written = ''
  const output = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk)
      done()
    },
  })
  const server = await serverForAgents()
  const service = { control: createWire({ url: server.url }), url: server.url }
  const { signal } = new AbortController()
  const serving = serveOverStdio(Readable.from(pieces), output, service, signal)
  await expect.poll(() => written).toContain('"id":2')
  await serving
  expect(written).toContain('%C3%A9 answers 200')
})
