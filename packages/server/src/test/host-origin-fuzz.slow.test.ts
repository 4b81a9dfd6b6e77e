import { Agent, request as httpRequest } from 'node:http'
import { onTestFinished, test } from 'vitest'
import { fuzzHostAndOrigin } from '../../../core/src/test/host-origin-fuzz.ts'
import type { Send } from '../../../core/src/test/send.ts'
import { startDaemonInMemory } from './daemon.ts'

test('2,000 random Hosts and Origins get a response or a problem over a socket', {
  timeout: 120_000,
}, async () => {
  const { url, stop } = await startDaemonInMemory(['--allowed-host', 'mocks.example'])
  onTestFinished(stop)
  await fuzzHostAndOrigin(overOneConnection(url), 2_000)
})

/** Sends requests without bodies over one kept connection. */
function overOneConnection(url: string): Send {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return ({ method, url, headers }) =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(url)
      const options = { method, path: pathname + search, headers: Object.fromEntries(headers) }
      const outgoing = httpRequest({ hostname, port, agent, ...options }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const kept = new Headers(incoming.headers as Record<string, string>)
          const status = incoming.statusCode ?? 0
          resolve(new Response(Buffer.concat(chunks), { status, headers: kept }))
        })
      })
      outgoing.on('error', reject)
      outgoing.end()
    })
}
