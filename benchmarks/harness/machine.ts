// The machine, and the use of its processors. The load, which is this process, has the first to
// itself, and the servers have the others. Otherwise they disturb each other, differently in each
// turn. With two processors each side has one, even a server whose threads could use two.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { join } from 'node:path'

export const benchmarks = join(import.meta.dirname, '..')

const allowed = allowedProcessors()
const canPin = allowed.length > 1 && !spawnSync('taskset', ['--version']).error
const pinning = canPin
  ? `load on processor ${allowed[0]}, servers on ${allowed.slice(1).join(', ')}`
  : 'load and servers on any processor'
const model = `${cpus()[0]?.model.trim()}, ${allowed.length} cores`
const date = new Date().toISOString().slice(0, 10)

/** A description of the machine for the top of a results page. */
export const machine = `${model}, Node ${process.versions.node}, ${platform()} ${arch()}, ${date}; ${pinning}`

/** Keeps this process on the processor of the load. */
export function becomeLoad(): void {
  if (canPin) spawnSync('taskset', ['-acp', String(allowed[0]), String(process.pid)])
}

/** Returns the command that runs on the processors of the servers, or on all. */
export function pinned(command: readonly string[], on: 'servers' | 'all'): string[] {
  const processors = on === 'servers' ? allowed.slice(1) : allowed
  return canPin ? ['taskset', '-c', processors.join(','), ...command] : [...command]
}

/** Parses a list such as 0-1 or 4,6-7, because a container may be given any processors. */
function allowedProcessors(): number[] {
  const list = /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return (list ?? '').split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}
