import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { answerAs } from './both.ts'
import { createAuthority } from './certificate.ts'
import { identityBy } from './identity.ts'

const identity = identityBy(createAuthority(Date.now()), ['127.0.0.1'], Date.now)
const hour = 3_600_000

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Relays clients to a service. `pass` gets each chunk from a client, counted from 1. */
async function relayTo(
  port: number,
  pass: (service: Socket, chunk: Buffer, nth: number) => void,
): Promise<number> {
  const relay = createServer((client) => {
    const service = connect(port, '127.0.0.1')
    let nth = 0
    client.on('data', (chunk) => pass(service, chunk, ++nth))
    for (const socket of [client, service]) socket.on('error', () => {})
    service.on('data', (chunk) => client.write(chunk)).once('close', () => client.destroy())
    client.once('close', () => service.destroy())
  })
  return listening(relay)
}

const stages: readonly [when: string, leavesAt: number, part: number][] = [
  ['in the middle of its first message', 1, 0.5],
  ['after its first message', 1, 1],
  ['in the middle of its last message', 2, 0.5],
  ['after the handshake', 2, 1],
]

test.each(
  stages.flatMap((stage) => (['resets', 'ends'] as const).map((how) => [how, ...stage] as const)),
)(
  'a client that %s the connection %s leaves no connection open',
  async (how, _, leavesAt, part) => {
    const server = createHttpServer()
    answerAs(identity, hour)(server, () => {})
    const port = await relayTo(await listening(server), (service, chunk, nth) => {
      if (nth < leavesAt) service.write(chunk)
      if (nth !== leavesAt) return
      const sent = chunk.subarray(0, chunk.length * part)
      if (how === 'ends') service.end(sent)
      else service.write(sent, () => service.resetAndDestroy())
    })
    const clients = Array.from({ length: 20 }, () => {
      const client = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
      return new Promise((resolve) => client.on('error', () => {}).once('close', resolve))
    })
    await Promise.all(clients)
    const count = (): Promise<number> =>
      new Promise((resolve) => server.getConnections((_, open) => resolve(open)))
    await expect.poll(count).toBe(0)
  },
)
