// The terminal that the program was started on, and the differences between systems.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { isatty, type ReadStream } from 'node:tty'

/** A keyboard. Reading it stops a process that is in the background. */
type Keyboard = Pick<ReadStream, 'on' | 'off' | 'resume' | 'pause'>

export interface Terminal {
  readonly keyboard: Keyboard
  /** Whether processes can be stopped and continued here. False on Windows. */
  readonly hasJobs: boolean
  /** Whether typed lines are meant for this process. */
  isForeground(): boolean
  /** Stops this process as Ctrl+Z does, if there is no listener for SIGTSTP. */
  stop(): void
}

/** Returns the terminal of this process, or `undefined` if its input is not a terminal. */
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

/**
 * Whether the group of this process is the foreground group. Node has no API for these groups.
 * False if one of them is unknown.
 */
function isGroupInForeground(): boolean {
  const [own = Number.NaN, foreground = Number.NaN] = groups()
  // Without a foreground group, the system does not keep a process from reading.
  return own === foreground || foreground <= 0
}

/** Returns the group of this process, and the foreground group of its terminal. */
function groups(): number[] {
  const stat = '/proc/self/stat'
  if (existsSync(stat)) {
    // The name of the program is in parentheses, and may contain parentheses (proc_pid_stat(5)).
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
