// A process for the cycles of one contender: `cycle.js <cycle> <warm-up> <measured>`. Prints the median
// and the 95th percentile of the time of a cycle, and the time that it kept processors busy on
// average, which a busy machine changes least: all in milliseconds.
import { percentile } from '../harness/stats.ts'
import { cycles } from '../measurements/cycles.ts'

const [name = '', warmUp, measured] = process.argv.slice(2)
const cycle = (await cycles[name]?.()) ?? (() => Promise.reject(new Error(`No cycle ${name}.`)))

for (let i = 0; i < Number(warmUp); i++) await cycle()
const times: number[] = []
const before = process.cpuUsage()
for (let i = 0; i < Number(measured); i++) {
  const start = performance.now()
  await cycle()
  times.push(performance.now() - start)
}
const { user, system } = process.cpuUsage(before)
const figures = {
  ms: percentile(times, 0.5),
  'p95, ms': percentile(times, 0.95),
  'cpu, ms': (user + system) / times.length / 1000,
}
// Some leave something running.
process.stdout.write(JSON.stringify(figures), () => process.exit())
