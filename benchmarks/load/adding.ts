// Clients that add, each on its own connection with one add in progress. They are as lean as
// possible. Each add has its own name, so that every one can be checked afterwards.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Settings of the clients. `#` in the body is replaced by the name of each add. */
export interface Adding {
  readonly url: string
  /** Method and path, such as `PUT /api/endpoint/add`. */
  readonly start: string
  readonly body: string
  readonly status: number
  readonly prefix: string
  readonly clients: number
  readonly milliseconds: number
}

/** The time of each add and of all, in milliseconds. */
export interface Added {
  readonly latencies: readonly number[]
  readonly took: number
}

/** Adds for `milliseconds`. Rejects if a response has another status or a connection closes. */
export async function addUntil(adding: Adding): Promise<Added> {
  const { url, start, body, status, prefix, clients, milliseconds } = adding
  const { hostname, port, host } = new URL(url)
  const head = `${start} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`
  const latencies: number[] = []
  let sent = 0
  const sockets = Array.from({ length: clients }, () => connect(Number(port), hostname))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const began = performance.now()

  async function addOn(socket: Socket): Promise<void> {
    socket.setNoDelay().setEncoding('latin1')
    let received = ''
    let came = () => {}
    socket.on('data', (chunk) => {
      received += chunk
      if (isWhole(received)) came()
    })
    const failed = once(socket, 'close').then(() => {
      throw new Error('The server hung up.')
    })
    failed.catch(() => {})
    while (performance.now() - began < milliseconds) {
      const text = body.replaceAll('#', `${prefix}-${sent++}`)
      const answered = new Promise<void>((resolve) => {
        came = resolve
      })
      received = ''
      const sentAt = performance.now()
      socket.write(`${head}content-length: ${text.length}\r\n\r\n${text}`)
      await Promise.race([answered, failed])
      latencies.push(performance.now() - sentAt)
      if (!received.startsWith(`HTTP/1.1 ${status} `)) throw new Error(`Wrong: ${received}`)
    }
    socket.destroy()
  }

  await Promise.all(sockets.map(addOn))
  return { latencies, took: performance.now() - began }
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1]
  if (length === undefined) throw new Error(`A response without a length: ${received}`)
  return received.length === end + 4 + Number(length)
}
