// The built daemon as a process of its own, and how much memory and processor time it took.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asServer } from './pinning.mjs'
import { startProcess } from './process.mjs'

/** The file of the program. */
export const daemon = join(import.meta.dirname, '..', '..', 'packages', 'server', 'dist', 'bin.js')

const address = /Address\s+(http:\S+)/

/** Starts it on a free port with these arguments beside. It prints no line a request. */
export function startDaemon(...args) {
  return startProcess(process.execPath, [daemon, '--port', '0', ...args], { address })
}

/** The same on the processors of the servers, for load from its own. */
export function startPinnedDaemon(...args) {
  return startPinned(daemon, '--port', '0', ...args)
}

/** Any program of Node that says its address as the daemon does, on the processors of the servers. */
export function startPinned(...args) {
  return startProcess(...asServer(process.execPath, ...args), { address })
}

/** The processor time that it took so far, in milliseconds, by the kernel's ticks of 10. */
export async function processorTimeOf(pid) {
  return processorTime(pid, 11)
}

/** The same of all processes that this one started and that have ended, with those they started. */
export async function processorTimeOfEnded() {
  return processorTime('self', 13)
}

/** Of the user and of the system, which stand beside each other. */
async function processorTime(pid, field) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1].split(' ')
  return 10 * (Number(fields[field]) + Number(fields[field + 1]))
}

/**
 * What is resident now, and the most that ever was, in MB: what the kernel has counted. Of what is
 * now, `own` is without the files that are mapped.
 */
export async function memoryOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const read = (field) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1000
  return { now: read('VmRSS'), peak: read('VmHWM'), own: read('RssAnon') }
}
