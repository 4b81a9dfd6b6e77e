// The daemon under strace: what it asks of the kernel, in order, and with faults put in.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Why strace cannot be used here; `undefined` when it can. */
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
  /** How, such as `EIO`. */
  readonly error: string
  /** Which one of each thread, from 1, such as `7`; `7+7` for every seventh. */
  readonly when: string
}

/** What the daemon is run under so that calls fail that concern the files of this data folder. */
export function failing(faults: readonly Fault[], folder: string, log: string): string[] {
  const numbers = Array.from({ length: 200 }, (_, i) => String(i + 1).padStart(6, '0'))
  const numbered = numbers.flatMap((n) => [`${n}.log`, `${n}.ldb`, `${n}.dbtmp`, `MANIFEST-${n}`])
  const paths = ['CURRENT', 'LOG', 'LOG.old', ...numbered].map((name) => join(folder, name))
  const calls = faults.map(({ call }) => call).join(',')
  return [
    // Calls are counted by thread.
    ...['env', 'UV_THREADPOOL_SIZE=1', 'strace'],
    ...['-f', '-qqq', '--seccomp-bpf', '-o', log, '-e', `trace=${calls}`, '-e', 'signal=none'],
    ...faults.flatMap(({ call, error, when }) => [
      '-e',
      `inject=${call}:error=${error}:when=${when}`,
    ]),
    ...paths.flatMap((path) => ['-P', path]),
  ]
}
