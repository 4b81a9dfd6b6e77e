// Only LevelDB: `bare-store.mjs <folder> <clients> <milliseconds> <data>`. Each client has one
// synced put in progress. Prints latencies, duration and total processor time in milliseconds.
import { Level } from './level.mjs'

const [folder, clients, milliseconds, data] = process.argv.slice(2)
const db = new Level(folder)
await db.open()
const latencies = []
let sent = 0

const before = process.cpuUsage()
const began = performance.now()
await Promise.all(
  Array.from({ length: Number(clients) }, async () => {
    while (performance.now() - began < Number(milliseconds)) {
      const start = performance.now()
      const name = `add-${sent++}`
      await db.put(name, data.replaceAll('#', name), { sync: true })
      latencies.push(performance.now() - start)
    }
  }),
)
const took = performance.now() - began
const { user, system } = process.cpuUsage(before)
await db.close()
process.stdout.write(JSON.stringify({ latencies, took, cpu: (user + system) / 1000 }))
