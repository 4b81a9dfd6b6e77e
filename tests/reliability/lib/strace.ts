// The daemon under strace: what it asks of the kernel, in order, and with faults put in.
import { spawnSync } from 'node:child_process'

/** Why strace cannot be used here; `undefined` when it can. */
export function whyNoStrace(): string | undefined {
  const { error, status, stderr } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  })
  if (error) return 'needs strace, which is not installed'
  return status === 0 ? undefined : `needs the right to trace a process: ${stderr.trim()}`
}
