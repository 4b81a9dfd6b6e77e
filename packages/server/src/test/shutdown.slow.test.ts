// The built daemon stops under load without losing a response, and within a limited time.
import { Agent, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { type Daemon, freshFolder, startDaemon } from './daemon.ts'

async function start(): Promise<Daemon> {
  const { path, remove } = await freshFolder()
  onTestFinished(remove)
  const daemon = await startDaemon({ cwd: path, args: ['--memory'] })
  onTestFinished(() => void daemon.process.kill('SIGKILL'))
  return daemon
}

async function add({ url }: Daemon, name: string, delay: number): Promise<void> {
  const body = JSON.stringify({ name, data: name, delay })
  const { status } = await fetch(`${url}/api/endpoint/add`, { method: 'PUT', body })
  expect(status).toBe(200)
}

/** The result of a request: its response, its error, or that there was no connection for it. */
type Outcome = { status: number; body: string } | { lost: string } | 'not connected'

function ask(url: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const outgoing = request(url, { agent })
    let isConnected = false
    outgoing.on('socket', (socket) => {
      isConnected = !socket.connecting
      if (isConnected) return
      socket.once('connect', () => {
        isConnected = true
      })
    })
    const fail = (error: Error): void =>
      resolve(isConnected ? { lost: error.message } : 'not connected')
    outgoing.on('error', fail)
    outgoing.on('response', (incoming) => {
      let body = ''
      incoming.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      incoming.on('error', fail)
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body }))
    })
    outgoing.end()
  })
}

/** Sends requests over one kept connection until it can no longer connect. */
async function askOnAndOn(url: string): Promise<readonly Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const outcomes: Outcome[] = []
  for (;;) {
    const outcome = await ask(url, agent)
    if (outcome === 'not connected') break
    outcomes.push(outcome)
    if ('lost' in outcome) break
  }
  agent.destroy()
  return outcomes
}

test('SIGTERM under load loses no request', { timeout: 60_000 }, async () => {
  const daemon = await start()
  const delays = [0, 0, 20, 60, 200]
  for (const [i, delay] of delays.entries()) await add(daemon, `e${i}`, delay)
  const clients = Array.from({ length: 50 }, (_, i) =>
    askOnAndOn(`${daemon.url}/endpoint/e${i % delays.length}`),
  )
  const health = new Agent({ keepAlive: true })
  onTestFinished(() => health.destroy())
  for (let i = 0; i < 20; i++) await ask(`${daemon.url}/endpoint/e2`, health)
  expect(await daemon.stop()).toBe(0)

  const outcomes = await Promise.all(clients)
  for (const [i, ofClient] of outcomes.entries()) {
    const body = JSON.stringify(`e${i % delays.length}`)
    expect(ofClient.length).toBeGreaterThan(0)
    expect(ofClient.filter((outcome) => outcome === 'not connected' || 'lost' in outcome)).toEqual(
      [],
    )
    expect(new Set(ofClient.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set([JSON.stringify({ status: 200, body })]),
    )
  }
  expect(daemon.stderr()).toBe('')
})

test('a response delayed beyond the grace period is a 503', { timeout: 60_000 }, async () => {
  const daemon = await start()
  await add(daemon, 'slow', 60_000)
  const agent = new Agent()
  const response = ask(`${daemon.url}/endpoint/slow`, agent)
  await ask(`${daemon.url}/api/health`, new Agent())
  const asked = performance.now()
  expect(await daemon.stop()).toBe(0)
  expect(performance.now() - asked).toBeLessThan(50_000)
  const outcome = await response
  expect(outcome).toMatchObject({ status: 503 })
  expect(JSON.parse(typeof outcome === 'object' && 'body' in outcome ? outcome.body : '')).toEqual(
    expect.objectContaining({ code: 'shutting-down', success: false }),
  )
})
