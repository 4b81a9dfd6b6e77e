// A client that behaves, in a process of its own: it reads ten times a second until its input ends,
// and then prints how long each answer took, and what came in place of the right one.
import { Agent, get } from 'node:http'

const [, , url = '', body] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const milliseconds = []
const wrong = []

function read() {
  const start = performance.now()
  const settle = (found) => {
    milliseconds.push(performance.now() - start)
    if (found !== undefined) wrong.push(found)
  }
  const request = get(url, { agent }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part) => (text += part))
    response.on('end', () => {
      const isRight = response.statusCode === 200 && (body === undefined || text === body)
      settle(isRight ? undefined : `${response.statusCode} ${text.slice(0, 300)}`)
    })
  })
  // An answer that is this late is as bad as none.
  request.setTimeout(60_000, () => request.destroy(new Error('no answer for a minute')))
  request.on('error', (error) => settle(String(error)))
}

const timer = setInterval(read, 100)
process.stdin.resume().on('end', () => {
  clearInterval(timer)
  const deadline = setTimeout(finish, 10_000)
  const poll = setInterval(() => {
    if (Object.values(agent.requests).length === 0 && Object.values(agent.sockets).length === 0) {
      clearTimeout(deadline)
      finish()
    }
  }, 50)
  function finish() {
    clearInterval(poll)
    agent.destroy()
    process.stdout.write(JSON.stringify({ milliseconds, wrong }), () => process.exit())
  }
})
