// 10,000 responses that are delayed at once: how late they are, and how much memory each takes.
import { eachTime, type Figures, type Measurement } from '../harness/measurement.ts'
import { measureLateness } from '../load/lateness.ts'
import { bodies, delays } from '../programs/bodies.mjs'
import { bare, bareProgram, ours, startOurs } from '../servers/ours.ts'
import { startServer } from '../servers/server.ts'
import { memoryOf } from '../servers/usage.ts'

/** The daemon's limit of delayed responses. */
const most = 10_000
const { small = '' } = bodies
const endpoints = { long: small, short: small }

async function measure(name: string, count: number): Promise<Figures> {
  const server = await (name === ours
    ? // --behind-proxy keeps idle connections open between two spells.
      startOurs(['--memory', '--behind-proxy'], endpoints, delays)
    : startServer(bareProgram('delay')))
  try {
    const before = memoryOf(server.pid).now
    const lateness = await measureLateness(new URL(server.url).port, count)
    const memory = (1000 * (memoryOf(server.pid).peak - before)) / count
    return { ...lateness, 'kB of each': memory }
  } finally {
    await server.stop()
  }
}

export const delay: Measurement = {
  title: 'Delays',
  legend: `All are pending at the same time. Burst: asked for in one moment, so the time that the server
takes to read all requests counts as lateness. Ramp: asked for within a second. Short: with a short
delay while the others are pending. In milliseconds from the request's write to the response's first
byte, less the delay; what the load itself takes is in the figures of both. Memory is the rise of the
resident memory, connections included.`,
  parts({ isShort }) {
    const count = isShort ? most / 10 : most
    const contenders = eachTime([ours, bare], (name) => measure(name, count))
    return [{ title: 'delay', contenders, rounds: isShort ? 1 : 5 }]
  },
  targets: [
    ...['burst', 'ramp', 'short'].map((kind) => {
      const figure = `${kind} earliest`
      return { table: 'delay', figure, of: ours, take: 'lowest', atLeast: 0 } as const
    }),
    { table: 'delay', figure: 'ramp p99', of: ours, atMost: 15 },
  ],
}
