// A process that adds: `drive.mjs <service> <url> <clients> <milliseconds> <prefix>`. Each client is
// a connection with one add under way. Prints how many were added, how many a second, and the
// latency in milliseconds. It ends with an error when one was answered wrongly.
import { once } from 'node:events'
import { connect } from 'node:net'
import { median, percentile } from '../lib/stats.mjs'
import { adds, nameOf } from './adds.mjs'

const [service, url, clients, milliseconds, prefix] = process.argv.slice(2)
const { start, status, bodyOf } = adds[service]
const { hostname, port, host } = new URL(url)
const head = `${start} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`
const latencies = []
let sent = 0

const sockets = Array.from({ length: Number(clients) }, () => connect(port, hostname))
await Promise.all(sockets.map((socket) => once(socket, 'connect')))
const began = performance.now()
const deadline = began + Number(milliseconds)
await Promise.all(sockets.map(addUntilDeadline))
const seconds = (performance.now() - began) / 1000
const perSecond = latencies.length / seconds
const figures = { perSecond, p50: median(latencies), p99: percentile(latencies, 0.99) }
process.stdout.write(JSON.stringify({ added: latencies.length, figures }))

function addUntilDeadline(socket) {
  return new Promise((resolve, reject) => {
    let received = ''
    let sentAt = 0
    const add = () => {
      const body = bodyOf(nameOf(prefix, sent++))
      received = ''
      sentAt = performance.now()
      socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`)
    }
    socket.setNoDelay()
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server hung up.')))
    socket.on('data', (chunk) => {
      received += chunk
      if (!isWhole(received)) return
      if (!received.startsWith(`HTTP/1.1 ${status} `)) reject(new Error(`Wrong: ${received}`))
      const now = performance.now()
      latencies.push(now - sentAt)
      if (now < deadline) return add()
      resolve()
      socket.destroy()
    })
    add()
  })
}

function isWhole(received) {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${received}`)
  return received.length === end + 4 + Number(length)
}
