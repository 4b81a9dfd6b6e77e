// The cost of recording a request in this process while clients wait: `recording.js <way> <waits>
// <endpoint> <batches>`. Prints the processor time of one request in microseconds.
import { setImmediate } from 'node:timers/promises'
import { createApp, createJournal } from '@mock-endpoint/core'
import { createMemoryStore } from '@mock-endpoint/core/memory'
import { createMock } from '@mock-endpoint/core/mock'
import { whileWaiting } from '../measurements/waits.ts'

interface Way {
  /** Records one request to `hello`. */
  readonly record: () => Promise<void>
  /** Opens a wait that no batch ends. */
  readonly wait: (endpoint: string, signal: AbortSignal) => Promise<unknown>
}

const ways: Record<string, () => Promise<Way>> = {
  /** Only the journal, with long polls of the control API. */
  async journal() {
    const journal = createJournal()
    const app = createApp({ store: createMemoryStore(), journal })
    const headers = ['host', 'localhost', 'accept', '*/*']
    const arrival = { endpoint: 'hello', method: 'GET', url: '/endpoint/hello', headers }
    return {
      // Asynchronous, because the journal may notify waits in a microtask.
      async record() {
        journal.complete(journal.arrive(arrival), { outcome: 'answered', statusCode: 200 })
      },
      async wait(endpoint, signal) {
        const { next } = await (await app.request('/api/request?limit=1000')).json()
        const query = `endpoint=${endpoint}&after=${next}&count=1000&wait=600000`
        return app.request(`/api/request?${query}`, { signal })
      },
    }
  },
  /** Requests to a mock, with the waits of its client. */
  async mock() {
    const mock = await createMock({ endpoints: [{ name: 'hello', data: {} }] })
    return {
      async record() {
        await (await mock.fetch('/endpoint/hello')).arrayBuffer()
      },
      wait: (endpoint, signal) =>
        mock.endpoint(endpoint).waitForRequests(100_000, { signal, timeout: 600_000 }),
    }
  },
}

const [name = '', waits, endpoint = '', batches] = process.argv.slice(2)
const { record, wait } = await (ways[name] as () => Promise<Way>)()
const batch = 200
let cpu = 0

async function recordBatch(): Promise<void> {
  for (let i = 0; i < batch; i++) await record()
  await setImmediate()
}

// Fills the journal, and lets the code be compiled, before measuring.
for (let i = 0; i < 10; i++) await recordBatch()
for (let i = 0; i < Number(batches); i++) {
  await whileWaiting(
    Number(waits),
    (signal) => wait(endpoint, signal),
    async () => {
      for (let turn = 0; turn < 10; turn++) await setImmediate()
      const before = process.cpuUsage()
      await recordBatch()
      const { user, system } = process.cpuUsage(before)
      cpu += user + system
    },
  )
}
process.stdout.write(JSON.stringify({ 'cpu, µs': cpu / (batch * Number(batches)) }))
