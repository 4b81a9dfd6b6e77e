// What was measured on, and when.
import { arch, cpus, platform } from 'node:os'

export function describeMachine() {
  const processors = cpus()
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    node: process.version,
    system: `${platform()} ${arch()}`,
    date: new Date().toISOString().slice(0, 10),
  }
}

export function machineLine({ cpu, cores, node, system, date }) {
  return `${cpu}, ${cores} cores, Node ${node.slice(1)}, ${system}, ${date}`
}
