// LevelDB alone: `bare-store.mjs <folder> <clients> <milliseconds>`. Each client has one synced put
// under way. Prints the figures of drive.mjs, and the processor time of one in microseconds.
import { median, percentile } from '../lib/stats.mjs'
import { dataOf, nameOf } from './adds.mjs'
import { Level } from './level.mjs'

const [folder, clients, milliseconds] = process.argv.slice(2)
const db = new Level(folder)
await db.open()
const latencies = []
let sent = 0

const before = process.cpuUsage()
const began = performance.now()
const deadline = began + Number(milliseconds)
await Promise.all(Array.from({ length: Number(clients) }, putUntilDeadline))
const perSecond = (1000 * latencies.length) / (performance.now() - began)
const { user, system } = process.cpuUsage(before)
const processor = (user + system) / latencies.length
const figures = { perSecond, p50: median(latencies), p99: percentile(latencies, 0.99), processor }
await db.close()
process.stdout.write(JSON.stringify({ added: latencies.length, figures }))

async function putUntilDeadline() {
  while (performance.now() < deadline) {
    const name = nameOf('add', sent++)
    const start = performance.now()
    await db.put(name, dataOf(name), { sync: true })
    latencies.push(performance.now() - start)
  }
}
