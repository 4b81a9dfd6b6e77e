// A well-behaved client in its own process. It reads ten times a second until its input ends, at
// least once, and then prints how long each response took, and the wrong responses.
import { Agent, get } from 'node:http'

const [, , url = '', body] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const milliseconds = []
const wrong = []
let waiting = 0

function read() {
  const start = performance.now()
  waiting++
  const settle = (found) => {
    waiting--
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
  // A response that is this late is as bad as none.
  request.setTimeout(60_000, () => request.destroy(new Error('no response for a minute')))
  request.on('error', (error) => settle(String(error)))
}

const timer = setInterval(read, 100)
process.stdin.resume().on('end', () => {
  clearInterval(timer)
  // If this process was slow to start, it has not read yet.
  if (milliseconds.length + waiting === 0) read()
  const deadline = setTimeout(() => {
    wrong.push(`${waiting} reads had no response a minute after the attack`)
    finish()
  }, 60_000)
  const poll = setInterval(() => waiting === 0 && finish(), 50)
  function finish() {
    clearTimeout(deadline)
    clearInterval(poll)
    agent.destroy()
    process.stdout.write(JSON.stringify({ milliseconds, wrong }), () => process.exit())
  }
})
