// A process that asks for delayed answers, all pending at once: `driver.mjs <port> <count>`. Prints
// how late they came: all asked for in one moment (burst), all asked for within a second (ramp),
// and few with a short delay among many that are pending (short). A request is asked for when it
// is written, and answered when the first byte is read; all in milliseconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../lib/stats.mjs'
import { delays } from './answer.mjs'
import { ask, latenessOf, openConnections } from './connections.mjs'

const [port, count] = process.argv.slice(2).map(Number)
const [long, short] = ['/endpoint/long', '/endpoint/short']
const rampTime = 1000
const shortOnes = Math.min(10, count - 1)
const pause = 500

let missing = 0
let allAnswered = () => {}
let connections = []
// Each has had an answer before it counts: no server waits for first headers, all is compiled.
await answers(async () => {
  connections = await openConnections(port, count, onAnswer, (connection) =>
    ask(connection, short, delays[short]),
  )
})
await sleep(pause)
const burst = await measure(() => {
  for (const connection of connections) ask(connection, long, delays[long])
})
await sleep(pause)
const ramp = await measure(askInRamp)
for (const { socket } of connections) socket.destroy()

const ofShort = (delay) => delay === delays[short]
const figures = {
  burst: summaryOf(burst.map(({ lateness }) => lateness)),
  ramp: summaryOf(ramp.filter(({ delay }) => !ofShort(delay)).map(({ lateness }) => lateness)),
  short: summaryOf(ramp.filter(({ delay }) => ofShort(delay)).map(({ lateness }) => lateness)),
}
process.stdout.write(JSON.stringify(figures))

/** Resolves to what came of each when all have their answer. */
async function measure(askAll) {
  const arePending = await answers(askAll)
  if (!arePending) throw new Error('Some were answered before all were asked for.')
  return connections.map((connection) => ({
    delay: connection.delay,
    lateness: latenessOf(connection),
  }))
}

/** Resolves when all have their answer: whether none had before the last was asked for. */
async function answers(askAll) {
  missing = count
  const answered = new Promise((resolve) => {
    allAnswered = resolve
  })
  await askAll()
  const arePending = missing === count
  await answered
  return arePending
}

function onAnswer() {
  missing--
  if (missing === 0) allAnswered()
}

/** As many in each moment as are due; those with a short delay when the others are pending. */
async function askInRamp() {
  const start = performance.now()
  const longOnes = count - shortOnes
  for (let asked = 0; asked < longOnes; await sleep(1)) {
    const due = Math.ceil(longOnes * Math.min(1, (performance.now() - start) / rampTime))
    for (; asked < due; asked++) ask(connections[asked], long, delays[long])
  }
  for (const connection of connections.slice(longOnes)) ask(connection, short, delays[short])
}

function summaryOf(values) {
  return {
    earliest: percentile(values, 0),
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
    max: percentile(values, 1),
  }
}
