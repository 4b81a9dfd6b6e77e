// The processor time and memory of a process, as counted by the kernel.
import { readFileSync } from 'node:fs'

/** Returns the processor time that it took so far, in milliseconds, in steps of 10. */
export function cpuOf(pid: number): number {
  return cpuIn(pid, 11)
}

/** Returns the same for all ended child processes of this process, with their own children. */
export function cpuOfEnded(): number {
  return cpuIn('self', 13)
}

/** Adds the user and system times, which are neighbouring fields. */
function cpuIn(pid: number | 'self', field: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[field]) + Number(fields[field + 1]))
}

/** Returns the resident memory in MB: the peak, now, and now without mapped files. */
export function memoryOf(pid: number): { peak: number; now: number; own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1])
  return { peak: read('VmHWM') / 1000, now: read('VmRSS') / 1000, own: read('RssAnon') / 1000 }
}
