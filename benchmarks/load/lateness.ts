// Requests delayed responses on many connections, all pending at once. It is as lean as possible,
// because time spent here before a response's time is noted counts as lateness of the server.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figures } from '../harness/measurement.ts'
import { percentile } from '../harness/stats.ts'
import { bodies, delays } from '../programs/bodies.mjs'

interface Connection {
  readonly socket: Socket
  /** Times of the request and the response, and the delay, in milliseconds. */
  sent: number
  came: number
  delay: number
  answer: string
}

type Kind = 'long' | 'short'

const text = bodies['small'] ?? ''
const rampTime = 1000
const shortOnes = 10
/** Connections that are opened at once. */
const batch = 200
const pause = 500

/**
 * Resolves to how late responses are: all requested in one moment (burst), all requested within a
 * second (ramp), and a few with a short delay while many are pending (short).
 */
export async function measureLateness(port: string, count: number): Promise<Figures> {
  const crowd = createCrowd(port, count)
  try {
    // Each gets a response first, so that the first headers have come and the code is compiled.
    await crowd.answers(crowd.open)
    const burst = await crowd.measure(async (connections) => {
      for (const connection of connections) ask(connection, 'long')
    })
    const ramp = await crowd.measure(askInRamp)
    return {
      ...summaryOf('burst', burst),
      ...summaryOf('ramp', ramp.slice(0, -shortOnes)),
      ...summaryOf('short', ramp.slice(-shortOnes)),
    }
  } finally {
    crowd.close()
  }
}

type AskAll = (connections: readonly Connection[]) => Promise<void>

function createCrowd(port: string, count: number) {
  const connections: Connection[] = []
  const buffer = Buffer.alloc(64 * 1024)
  let missing = 0
  let allAnswered = () => {}
  const onAnswer = () => {
    missing--
    if (missing === 0) allAnswered()
  }

  /** Resolves when all responses have come, to whether none came before the last request. */
  async function answers(askAll: AskAll): Promise<boolean> {
    missing = count
    const answered = new Promise<void>((resolve) => {
      allAnswered = resolve
    })
    await askAll(connections)
    const arePending = missing === count
    await answered
    return arePending
  }

  return {
    answers,
    async open() {
      while (connections.length < count) {
        const opened = Array.from({ length: batch }, () => connectTo(port, buffer, onAnswer))
        connections.push(...opened)
        await Promise.all(opened.map(({ socket }) => once(socket, 'connect')))
        for (const connection of opened) ask(connection, 'short')
      }
    },
    /** Resolves to copies of the connections, with the times of their responses. */
    async measure(askAll: AskAll): Promise<Connection[]> {
      await sleep(pause)
      if (await answers(askAll)) return connections.map((connection) => ({ ...check(connection) }))
      throw new Error('Some were answered before all were asked for.')
    },
    close() {
      for (const { socket } of connections) socket.destroy()
    },
  }
}

/** Spreads requests over a second, then sends those with a short delay while they are pending. */
async function askInRamp(connections: readonly Connection[]): Promise<void> {
  const start = performance.now()
  const longOnes = connections.length - shortOnes
  for (let asked = 0; asked < longOnes; await sleep(1)) {
    const due = Math.ceil(longOnes * Math.min(1, (performance.now() - start) / rampTime))
    for (const connection of connections.slice(asked, due)) ask(connection, 'long')
    asked = due
  }
  for (const connection of connections.slice(longOnes)) ask(connection, 'short')
}

function connectTo(port: string, buffer: Buffer, onAnswer: () => void): Connection {
  const callback = (length: number) => {
    if (connection.came === 0) connection.came = performance.now()
    connection.answer += buffer.toString('latin1', 0, length)
    if (connection.answer.endsWith(text)) onAnswer()
    else if (connection.answer.includes('\r\n\r\n{')) check(connection)
    return true
  }
  const onread = { buffer, callback }
  const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true, onread })
  socket.on('error', (error) => {
    throw error
  })
  socket.on('end', () => {
    throw new Error('The server hung up.')
  })
  const connection: Connection = { socket, sent: 0, came: 0, delay: 0, answer: '' }
  return connection
}

/** Notes the time, then sends the request. */
function ask(connection: Connection, kind: Kind): void {
  connection.came = 0
  connection.answer = ''
  connection.delay = delays[kind]
  connection.sent = performance.now()
  const request = `GET /endpoint/${kind} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
  connection.socket.write(request, 'latin1')
}

function check(connection: Connection): Connection {
  const { answer } = connection
  if (answer.startsWith('HTTP/1.1 200 ') && answer.endsWith(`\r\n\r\n${text}`)) return connection
  throw new Error(`Wrong answer: ${answer.slice(0, 200)}`)
}

function summaryOf(kind: string, connections: readonly Connection[]): Figures {
  const late = connections.map(({ came, sent, delay }) => came - sent - delay)
  const shares = { earliest: 0, p50: 0.5, p99: 0.99, max: 1 }
  return Object.fromEntries(
    Object.entries(shares).map(([name, share]) => [`${kind} ${name}`, percentile(late, share)]),
  )
}
