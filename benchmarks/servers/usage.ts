// How much processor time and memory a process takes, as the kernel counts it.
import { readFileSync } from 'node:fs'

/** The processor time that it took so far, in milliseconds, by ticks of 10. */
export function cpuOf(pid: number): number {
  return cpuIn(pid, 11)
}

/** The same of all processes that this one started and that have ended, with those they started. */
export function cpuOfEnded(): number {
  return cpuIn('self', 13)
}

/** Of the user and of the system, which stand side by side. */
function cpuIn(pid: number | 'self', field: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[field]) + Number(fields[field + 1]))
}

/** What is resident in MB: the most there ever was, now, and now without files that are mapped. */
export function memoryOf(pid: number): { peak: number; now: number; own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1])
  return { peak: read('VmHWM') / 1000, now: read('VmRSS') / 1000, own: read('RssAnon') / 1000 }
}
