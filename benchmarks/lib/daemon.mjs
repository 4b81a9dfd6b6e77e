// The built daemon as a process of its own, and how much memory and processor time it took.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const bin = join(import.meta.dirname, '..', '..', 'packages', 'server', 'dist', 'bin.js')

/** Starts it on a free port with these arguments beside. It prints no line a request. */
export async function startDaemon(...args) {
  const child = spawn(process.execPath, [bin, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressIn(child.stdout)
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { url, pid: child.pid, stop }
}

async function addressIn(stdout) {
  for await (const line of createInterface(stdout)) {
    const url = /Address\s+(http:\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    stdout.resume()
    return url
  }
  throw new Error('The daemon ended before it was listening.')
}

/** The processor time that it took so far, in milliseconds, by the kernel's ticks of 10. */
export async function processorTimeOf(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1].split(' ')
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** What is resident now, and the most that ever was, in MB: what the kernel has counted. */
export async function memoryOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const read = (field) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1000
  return { now: read('VmRSS'), peak: read('VmHWM') }
}
