// Runs the daemon under strace, which logs its system calls in order, and can make them fail.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Returns why strace cannot be used here, or `undefined` if it can. */
export function whyNoStrace(): string | undefined {
  const { error, status, stderr } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  })
  if (error) return 'needs strace, which is not installed'
  return status === 0 ? undefined : `needs the right to trace a process: ${stderr.trim()}`
}

export interface Fault {
  /** The system call that fails, such as `write`. */
  readonly call: string
  /** The error, such as `EIO`. */
  readonly error: string
  /** Which calls of each thread, counted from 1: `7` is the seventh, `7+7` every seventh. */
  readonly when: string
}

/** Returns the command under which the daemon's calls on files of this data folder fail. */
export function failing(faults: readonly Fault[], folder: string, log: string): string[] {
  const numbers = Array.from({ length: 200 }, (_, i) => String(i + 1).padStart(6, '0'))
  const numbered = numbers.flatMap((n) => [`${n}.log`, `${n}.ldb`, `${n}.dbtmp`, `MANIFEST-${n}`])
  const paths = ['CURRENT', 'LOG', 'LOG.old', ...numbered].map((name) => join(folder, name))
  const calls = faults.map(({ call }) => call).join(',')
  return [
    // One thread, because strace counts the calls of each thread.
    ...['env', 'UV_THREADPOOL_SIZE=1', 'strace'],
    ...['-f', '-qqq', '--seccomp-bpf', '-o', log, '-e', `trace=${calls}`, '-e', 'signal=none'],
    ...faults.flatMap(({ call, error, when }) => [
      '-e',
      `inject=${call}:error=${error}:when=${when}`,
    ]),
    ...paths.flatMap((path) => ['-P', path]),
  ]
}
