// Which processor does what: the load has the first to itself, the servers that are measured the
// others. Else the two push each other about, differently in each spell. It holds for every
// contender alike: on two processors each has one, also the one whose threads could use two.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const processors = spawnSync('taskset', ['--version']).error ? [] : allowedProcessors()

/** Says how the processors are shared out. */
export const pinning =
  processors.length > 1
    ? `load on processor ${processors[0]}, servers on ${processors.slice(1).join(', ')}`
    : 'load and servers on any processor'

/** The command, for `spawn`, on the processor of the load. */
export function asLoad(command, ...args) {
  return pinned(processors.slice(0, 1), command, args)
}

/** The command, for `spawn`, on the processors of the servers. */
export function asServer(command, ...args) {
  return pinned(processors.slice(1), command, args)
}

/** taskset becomes what it starts: the process has the same number. */
function pinned(on, command, args) {
  return processors.length > 1
    ? ['taskset', ['-c', on.join(','), command, ...args]]
    : [command, args]
}

/** Such as 0-1 or 4,6-7: a container may be given any. */
function allowedProcessors() {
  const list = /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return (list ?? '').split(',').flatMap((part) => {
    const [first, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}
