// From spawning a server to its first right answer, asked on a bare socket again and again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const patience = 30_000
const pause = 1

/** Resolves to the milliseconds. `command` says what runs for a port and what is right for a path. */
export async function timeToFirstAnswer(command) {
  const port = await freePort()
  const { program, args, path, expected } = command(String(port))
  const start = performance.now()
  const child = spawn(program, args, { stdio: 'ignore' })
  const exited = once(child, 'exit')
  try {
    while (!(await isRight(port, path, expected))) {
      if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended.`)
      if (performance.now() - start > patience) throw new Error(`${args.join(' ')} gave no answer.`)
      await sleep(pause)
    }
    return performance.now() - start
  } finally {
    child.kill('SIGKILL')
    await exited
  }
}

/** Resolves to whether the server answers rightly, as soon as it is known: some hang up late. */
function isRight(port, path, expected) {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\nconnection: close\r\n\r\n`)
    })
    const end = (answer) => {
      resolve(answer)
      socket.destroy()
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      received += chunk
      if (expected.test(received)) end(true)
      else if (!received.startsWith('HTTP/1.1 200')) end(false)
    })
    socket.setTimeout(patience, () => end(false))
    socket.on('error', () => {})
    socket.on('close', () => end(false))
  })
}

async function freePort() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address()
  await once(server.close(), 'close')
  return port
}
