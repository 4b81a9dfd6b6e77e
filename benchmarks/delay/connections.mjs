// Many connections that are open before it counts, as lean as they can be: what the driver does
// between an answer and its note of the time would count as lateness of the server.
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from './answer.mjs'

const batch = 200

/** Opens so many. Each notes when its answer came, and calls `onAnswer` at the last byte of it. */
export async function openConnections(port, count, onAnswer, onOpened) {
  const buffer = Buffer.alloc(64 * 1024)
  const connections = []
  while (connections.length < count) {
    const length = Math.min(batch, count - connections.length)
    const opened = Array.from({ length }, () => openOne(port, buffer, onAnswer))
    await Promise.all(opened.map(({ socket }) => once(socket, 'connect')))
    connections.push(...opened)
    opened.forEach(onOpened)
  }
  return connections
}

function openOne(port, buffer, onAnswer) {
  const connection = { socket: undefined, sent: 0, came: 0, delay: 0, answer: '' }
  const callback = (length) => {
    if (connection.came === 0) connection.came = performance.now()
    connection.answer += buffer.latin1Slice(0, length)
    if (connection.answer.endsWith(text)) onAnswer()
    else if (connection.answer.includes('\r\n\r\n{')) check(connection)
    return true
  }
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } })
  socket.on('error', (error) => {
    throw error
  })
  socket.on('end', () => {
    throw new Error('The server hung up.')
  })
  connection.socket = socket
  return connection
}

/** Notes the time, then asks. */
export function ask(connection, path, delay) {
  connection.came = 0
  connection.answer = ''
  connection.delay = delay
  connection.sent = performance.now()
  connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, 'latin1')
}

/** How many milliseconds after its time the first byte came. Throws when the answer is not right. */
export function latenessOf(connection) {
  check(connection)
  return connection.came - connection.sent - connection.delay
}

function check({ answer }) {
  if (answer.startsWith('HTTP/1.1 200 ') && answer.endsWith(`\r\n\r\n${text}`)) return
  throw new Error(`Wrong answer: ${answer.slice(0, 200)}`)
}
