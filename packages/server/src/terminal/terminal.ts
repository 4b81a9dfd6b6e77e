// The terminal that the program was started on, and what systems do differently there.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isatty, type ReadStream } from 'node:tty'

/** A keyboard. Reading it stops a process that is in the background. */
type Keyboard = Pick<ReadStream, 'on' | 'off' | 'resume' | 'pause'>

export interface Terminal {
  readonly keyboard: Keyboard
  /** Whether processes are stopped and continued here: not in Windows. */
  readonly hasJobs: boolean
  /** Whether what is typed is for this process. */
  isForeground(): boolean
  /** Stops this process, as Ctrl+Z does, when nothing listens to that. */
  stop(): void
}

/** The terminal of this process; `undefined` when its input is something else. */
export function findTerminal(): Terminal | undefined {
  if (!isatty(0)) return undefined
  const hasJobs = process.platform !== 'win32'
  return {
    get keyboard() {
      return process.stdin
    },
    hasJobs,
    isForeground: () => !hasJobs || isGroupInForeground(),
    stop: () => void process.kill(process.pid, 'SIGTSTP'),
  }
}

/** Node does not tell the groups of a process and of its terminal. Without either: no. */
function isGroupInForeground(): boolean {
  const [own = Number.NaN, foreground = Number.NaN] = groups()
  // Where there is no such group, nothing keeps a process from reading.
  return own === foreground || foreground <= 0
}

/** The group of this process, and the one that the terminal is for. */
function groups(): number[] {
  const stat = '/proc/self/stat'
  if (existsSync(stat)) {
    // The name of the program is in parentheses, and may hold some itself (proc_pid_stat(5)).
    const text = readFileSync(stat, 'utf8').replace(/^.*\) /s, '')
    const [, , own, , , foreground] = text.split(' ').map(Number)
    return [own ?? Number.NaN, foreground ?? Number.NaN]
  }
  const args = ['-o', 'pgid=', '-o', 'tpgid=', '-p', String(process.pid)]
  const { stdout } = spawnSync('ps', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return (stdout ?? '').trim().split(/\s+/).map(Number)
}
