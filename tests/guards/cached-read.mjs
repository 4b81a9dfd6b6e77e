// A program that reads a cached endpoint of a mock server, by its `fetch` and over a socket. Prints
// how many bytes one read allocates and how many promises it makes, including the reader's.
import { createHook } from 'node:async_hooks'
import { connect } from 'node:net'
import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { createMockServer } from '../../packages/server/dist/index.js'

const warmUp = 2000
const reads = 1000
const text = '{"hello":"world"}'

const mock = await createMockServer()
const { url } = await mock.add({ name: 'hello', data: JSON.parse(text) })
const { hostname, port, host, pathname } = new URL(url)
const socket = connect(port, hostname).setEncoding('latin1')
const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`

/** Each way calls back with the text that it read. */
const ways = {
  fetch(done) {
    void mock.fetch(url).then((response) => response.text().then(done))
  },
  socket(done) {
    let received = ''
    const take = (chunk) => {
      received += chunk
      if (!received.endsWith('}')) return
      socket.off('data', take)
      done(received.slice(received.indexOf('{')))
    }
    socket.on('data', take)
    socket.write(request)
  },
}

function readTimes(read, times, done) {
  read((found) => {
    if (found !== text) throw new Error(`Read ${found}, not ${text}`)
    if (times === 1) done()
    else readTimes(read, times - 1, done)
  })
}

const run = (read, times) => new Promise((resolve) => readTimes(read, times, resolve))

let collections = 0
const observer = new PerformanceObserver((list) => {
  collections += list.getEntries().length
})
observer.observe({ entryTypes: ['gc'] })

/** Resolves to the number of collections so far, which are reported some turns later. */
async function collectionsSoFar() {
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  return collections
}

let promises = 0
const counter = createHook({
  init(_id, type) {
    if (type === 'PROMISE') promises++
  },
})

const figures = {}
for (const [name, read] of Object.entries(ways)) {
  await run(read, warmUp)
  globalThis.gc()
  const collected = await collectionsSoFar()
  const before = process.memoryUsage().heapUsed
  await run(read, reads)
  const bytes = (process.memoryUsage().heapUsed - before) / reads
  const isWhole = (await collectionsSoFar()) === collected
  counter.enable()
  promises = 0
  await run(read, reads)
  counter.disable()
  figures[name] = { bytes, promises: promises / reads, isWhole }
}
socket.destroy()
await mock.close()
process.stdout.write(JSON.stringify(figures))
